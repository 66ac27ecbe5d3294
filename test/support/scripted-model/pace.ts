import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

/** One server-sent event; its name is its `type`, if it has one. */
export type ModelEvent = { readonly type?: string } & Readonly<Record<string, unknown>>;

/** Pause before an event, while the model thinks. */
export const PAUSE = 'pause';
export type Streamed = ModelEvent | typeof PAUSE;

/**
 * Milliseconds of a pause. A text and a tool's input each come in 4 to 10 pieces, so a turn takes 0.4 to 2 seconds, as
 * with a real model. The state of a host's transcript when the tool runs depends on that. These timers are real because
 * they are the model; no test waits by them.
 */
export const PAUSE_MS = 100;
const MIN_PIECES = 4;
const MAX_PIECES = 10;
const PIECE_CHARS = 40;

function toChunks(text: string): readonly string[] {
  const count = Math.min(MAX_PIECES, Math.max(MIN_PIECES, Math.ceil(text.length / PIECE_CHARS)));
  const chars = [...text];
  const cut = (at: number): number => Math.round((at * chars.length) / count);
  return Array.from({ length: count }, (_, at) => chars.slice(cut(at), cut(at + 1)).join(''));
}

/** Splits a text into events, with a pause before each. */
export function toDeltas(text: string, toEvent: (piece: string) => ModelEvent): readonly Streamed[] {
  return toChunks(text).flatMap((piece) => [PAUSE, toEvent(piece)]);
}

/** Pauses for as long as the text would take in pieces. For items that are sent whole. */
export function toPauses(text: string): readonly Streamed[] {
  return toChunks(text).map(() => PAUSE);
}

/** Sends the events, and stops when the client hangs up. */
export async function stream(response: ServerResponse, events: readonly Streamed[], pauseMs: number): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const event of events) {
    if (response.destroyed) return;
    if (event === PAUSE) await wait(pauseMs);
    else
      response.write(`${event.type === undefined ? '' : `event: ${event.type}\n`}data: ${JSON.stringify(event)}\n\n`);
  }
  response.end();
}

import type { Readable, Writable } from 'node:stream';
import type { EventLog } from '../events/event-log.ts';
import type { Handle } from '../server/server.ts';
import { createConnection } from './connection.ts';
import { createLineReader } from './line-reader.ts';
import { createLineWriter } from './line-writer.ts';

export interface ServeStdioOptions {
  readonly handle: Handle;
  /** Gets the client's notifications but the cancelled ones. */
  readonly notified?: ((method: string, params: unknown) => void) | undefined;
  readonly input: Readable;
  readonly output: Writable;
  readonly log: EventLog;
  /** Aborted by a signal to the process. */
  readonly stop: AbortSignal;
  /** Ends every process that commands have left behind. */
  readonly killLeftovers: () => Promise<void>;
  /** Kills at once what still runs when the time for an orderly end is over. */
  readonly killNow: () => void;
}

/**
 * How long requests under way may take to finish once stdin has ended, in milliseconds. MCP clients wait two seconds
 * after closing stdin before they send SIGTERM; killing takes some of them.
 */
const DRAIN_MS = 1000;
/** How long aborted requests may take to kill what they started, in milliseconds. */
const ABORT_MS = 900;

/** Serves until stdin ends, stdout breaks or `stop` is aborted; then leaves no child behind. True: it ended in order. */
export async function serveStdio({
  handle,
  notified,
  input,
  output,
  log,
  stop,
  killLeftovers,
  killNow,
}: ServeStdioOptions): Promise<boolean> {
  const connection = createConnection({ handle, notified, write: createLineWriter(output), log });
  const reader = createLineReader((line) => connection.receive(line));
  const end = await new Promise<'ended' | 'broken' | 'stopped'>((resolve) => {
    input.on('data', (chunk: Buffer) => reader.push(chunk));
    input.once('end', () => {
      reader.end();
      resolve('ended');
    });
    // Each write that fails is an event of its own: a client that died leaves many.
    input.on('error', () => resolve('broken'));
    output.on('error', () => resolve('broken'));
    stop.addEventListener('abort', () => resolve('stopped'), { once: true });
  });
  connection.close();
  if (end === 'ended') await within(DRAIN_MS, connection.idle());
  connection.abort();
  await within(ABORT_MS, Promise.all([connection.idle(), killLeftovers()]));
  killNow();
  return end !== 'broken';
}

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([work, new Promise((resolve) => (timer = setTimeout(resolve, ms)))]);
  clearTimeout(timer);
}

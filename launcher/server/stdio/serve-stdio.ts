import type { Readable, Writable } from 'node:stream';
import type { EventLog } from '../../../src/base/events/event-log.ts';
import { inTime } from '../../../src/base/in-time.ts';
import { createLineReader } from '../../platform/lines/line-reader.ts';
import { createLineWriter } from '../../platform/lines/line-writer.ts';
import type { Handle } from '../handle.ts';
import { Connection } from './connection.ts';

export interface ServeStdioOptions {
  readonly handle: Handle;
  /** Receives the client's notifications, except `notifications/cancelled`. */
  readonly notified?: ((method: string, params: unknown) => void) | undefined;
  readonly input: Readable;
  readonly output: Writable;
  readonly log: EventLog;
  /** Aborted by a signal to the process. */
  readonly stop: AbortSignal;
  /** Ends all processes that commands have left behind. */
  readonly killLeftovers: () => Promise<void>;
  /** Kills everything that still runs when the time for an orderly shutdown is over. */
  readonly killNow: () => void;
}

/**
 * Max time for in-flight requests to finish after stdin has ended, in milliseconds. MCP clients wait two seconds after
 * closing stdin before they send SIGTERM, and killing processes takes part of that.
 */
const DRAIN_MS = 1000;
/** Max time for aborted requests to kill their processes, in milliseconds. */
const ABORT_MS = 900;

/**
 * Serves until stdin ends, stdout breaks or `stop` is aborted, then ends all child processes. Resolves to true if it
 * ended in an orderly way.
 */
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
  const connection = new Connection({ handle, notified, write: createLineWriter(output), log });
  const reader = createLineReader((line) => connection.receive(line));
  const end = await new Promise<'ended' | 'broken' | 'stopped'>((resolve) => {
    input.on('data', (chunk: Buffer) => reader.push(chunk));
    input.once('end', () => {
      reader.end();
      resolve('ended');
    });
    // Every failed write emits an error, and a client that died may cause many.
    input.on('error', () => resolve('broken'));
    output.on('error', () => resolve('broken'));
    stop.addEventListener('abort', () => resolve('stopped'), { once: true });
  });
  connection.close();
  if (end === 'ended') await inTime(connection.idle(), DRAIN_MS, () => {});
  connection.abort();
  await inTime(Promise.all([connection.idle(), killLeftovers()]), ABORT_MS, () => {});
  killNow();
  return end !== 'broken';
}

import type { ServerResponse } from 'node:http';
import type { Timers } from '../process/timers.ts';
import { type Refusal, refuse } from './refusal.ts';

type Done = (error?: Error | null) => void;

/**
 * A response to a client: one JSON object if nothing goes before it, else a stream of events. It becomes a stream too when
 * the answer takes long, so that neither the client nor what stands between takes the connection for dead.
 */
export interface Reply {
  /** Begins the stream. */
  begin(): void;
  /** Sends a message; `done` hears when it is written, or why it cannot be. */
  push(line: string, done: Done): void;
  /** Sends the last message. `status` counts if no stream has begun. */
  answer(line: string, done: Done, status?: number): void;
  /** Ends it without an answer. */
  end(): void;
  /** Ends it with why there is no answer. */
  refuse(why: Refusal): void;
  readonly isOpen: boolean;
  /** Resolves when it is sent, or the client is gone. */
  readonly closed: Promise<void>;
}

/** Milliseconds of silence after which a comment is sent. Clients wait five minutes for a first byte, some only one. */
export const KEEP_ALIVE_MS = 15_000;

export function createReply(response: ServerResponse, timers: Timers): Reply {
  const gone = (): Error => new Error('the client is gone');
  let cancel = (): void => {};
  const begin = (): void => {
    if (response.headersSent) return;
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
    response.flushHeaders();
  };
  const wait = (): void => {
    cancel();
    cancel = timers.after(KEEP_ALIVE_MS, () => {
      begin();
      response.write(': still here\n\n');
      wait();
    });
  };
  const isOpen = (): boolean => !response.destroyed && !response.writableEnded;
  const closed = new Promise<void>((resolve) => {
    response.once('close', () => {
      cancel();
      resolve();
    });
  });
  wait();

  return {
    begin,
    closed,
    get isOpen() {
      return isOpen();
    },
    push(line, done) {
      if (!isOpen()) return done(gone());
      begin();
      wait();
      response.write(`event: message\ndata: ${line}\n`, done);
    },
    answer(line, done, status = 200) {
      if (!isOpen()) return done(gone());
      cancel();
      response.once('close', () => done(response.writableFinished ? undefined : gone()));
      if (response.headersSent) response.end(`event: message\ndata: ${line}\n`);
      else response.writeHead(status, { 'Content-Type': 'application/json' }).end(line);
    },
    end() {
      if (!isOpen()) return;
      begin();
      response.end();
    },
    refuse(why) {
      if (isOpen()) refuse(response, why);
    },
  };
}

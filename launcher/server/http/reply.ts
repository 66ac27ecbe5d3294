import type { ServerResponse } from 'node:http';
import type { Timers } from '../../platform/timers.ts';
import { type Refusal, refuseRequest } from './refusal.ts';

type Done = (error?: Error | null) => void;

/**
 * Response to a client: a JSON object if the answer comes first, otherwise an event stream. It also becomes a stream if the
 * answer takes long, so that neither the client nor a proxy considers the connection dead.
 */
export interface Reply {
  /** Starts the stream. */
  begin(): void;
  /** Sends a message. `done` is called when it is written, or with the error if it cannot be. */
  push(line: string, done: Done): void;
  /** Sends the last message. `status` is used if no stream has started. */
  answer(line: string, done: Done, status?: number): void;
  /** Ends the response without an answer. */
  end(): void;
  /** Ends the response with the reason why there is no answer. */
  refuse(why: Refusal): void;
  readonly isOpen: boolean;
  /** Resolves when the response is sent or the client is gone. */
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
      if (isOpen()) refuseRequest(response, why);
    },
  };
}

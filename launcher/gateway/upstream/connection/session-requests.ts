import type { JsonObject } from '../../../../src/base/json/json-object.ts';
import { ownNumberOf } from '../../../../src/mcp/json-rpc.ts';
import type { Timers } from '../../../platform/timers.ts';
import type { MCPConnectionError } from '../../config/server-errors.ts';
import type { AskServer } from './ask-server.ts';
import { type RequestClock, startRequestClock } from './request-clock.ts';
import { notSent, timeoutFault } from './session-faults.ts';

export interface SessionRequest {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs: number;
  readonly maxMs: number;
  /** If absent, the server is not asked for progress. */
  readonly onProgress?: ((progress: JsonObject) => void) | undefined;
}

/** Requests of one session, with their time limits and their progress. */
export type SessionRequests = ReturnType<typeof createSessionRequests>;

export interface SessionRequestsOptions {
  readonly server: string;
  readonly timers: Timers;
  /** Returns the reason why the session is over, or undefined. */
  readonly over: () => MCPConnectionError | undefined;
}

interface State extends SessionRequestsOptions {
  readonly clocks: Set<RequestClock>;
  readonly progress: Map<number, (params: JsonObject) => void>;
  isAsking: boolean;
  tokens: number;
}

export function createSessionRequests(options: SessionRequestsOptions) {
  const state: State = { ...options, clocks: new Set(), progress: new Map(), isAsking: false, tokens: 0 };
  return {
    /** Sends a request once. Rejects as `ServerConnection.request` does. */
    send: (
      ask: AskServer,
      method: string,
      params: JsonObject | undefined,
      given: SessionRequest,
    ): Promise<JsonObject> => {
      const over = options.over();
      if (given.signal?.aborted) return Promise.reject(given.signal.reason);
      if (over !== undefined) return Promise.reject(notSent(options.server, over));
      return sendTimed(state, ask, { method, params, given });
    },
    /** Handles the params of a `notifications/progress`. */
    progressed({ progressToken, ...rest }: JsonObject): void {
      state.progress.get(ownNumberOf(progressToken))?.(rest);
    },
    /** Stops all clocks while the server waits for an answer of the client. */
    pause(isAsking: boolean): void {
      state.isAsking = isAsking;
      for (const clock of state.clocks)
        if (isAsking) clock.pause();
        else clock.resume();
    },
  };
}

interface Sent {
  readonly method: string;
  readonly params: JsonObject | undefined;
  readonly given: SessionRequest;
}

/** Sends a request that ends with its answer, with its caller's signal, or with its time limit. */
function sendTimed(state: State, ask: AskServer, { method, params, given }: Sent): Promise<JsonObject> {
  const { server, timers, clocks, progress } = state;
  const { signal, timeoutMs, maxMs, onProgress } = given;
  const token = ++state.tokens;
  const cancel = new AbortController();
  return new Promise((resolve, reject) => {
    let settled = false;
    const settle = (): void => {
      if (settled) return;
      settled = true;
      clock.stop();
      clocks.delete(clock);
      signal?.removeEventListener('abort', onAbort);
      progress.delete(token);
    };
    const leave = (error: unknown, why: string): void => {
      settle();
      reject(error);
      // Last, notify the server.
      cancel.abort(new Error(why));
    };
    const onAbort = (): void => leave(signal?.reason, 'cancelled by the client');
    const clock = startRequestClock({ timeoutMs, maxMs }, timers, (afterMs) =>
      leave(timeoutFault(server, method, afterMs), 'timed out'),
    );
    clocks.add(clock);
    if (state.isAsking) clock.pause();
    signal?.addEventListener('abort', onAbort);
    if (onProgress !== undefined) {
      progress.set(token, (told) => {
        clock.progressed();
        onProgress(told);
      });
    }
    const sent = onProgress === undefined ? params : withToken(params, token);
    ask(method, sent, { signal: cancel.signal, about: signal }).then(
      (result) => {
        settle();
        resolve(result);
      },
      (error: unknown) => {
        settle();
        reject(error);
      },
    );
  });
}

function withToken(params: JsonObject | undefined, progressToken: number): JsonObject {
  return { ...params, _meta: { ...(params?.['_meta'] as JsonObject | undefined), progressToken } };
}

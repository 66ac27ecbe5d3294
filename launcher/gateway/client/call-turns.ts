import type { Timers } from '../../platform/timers.ts';
import { MCPConnectionError } from '../config/server-errors.ts';
import { delegate } from '../upstream/connection/delegate.ts';
import type { ServerConnection } from '../upstream/connection/server-connection.ts';

/** Requests during which a server may ask the client something. */
const MAY_ASK: ReadonlySet<string> = new Set(['tools/call', 'prompts/get', 'resources/read']);

/** Error for a question of the server if it is unknown which client's call it belongs to. */
export const UNKNOWN_CALLER =
  'Several clients share this server, and its question fits calls of more than one: call again';
/** Error for a call that waited too long for its turn. */
const NO_TURN = 'The server is waiting for another client to answer a question and was not called: call again later';

/** Max milliseconds that a question waits until it is known which client's call it belongs to. */
const HOLD_MS = 10_000;
/** Max milliseconds that a call waits for its turn. A person may take longer to answer, but the caller should know. */
const TURN_MS = 60_000;
/** Milliseconds that a server may continue a cancelled call before the next client's calls start. */
const CANCEL_MS = 5000;

/** Signal of the request that a question is about. `none`: no call is running. `unknown`: it cannot be determined. */
type Asked = AbortSignal | 'none' | 'unknown';

interface Waiting {
  readonly id: object;
  readonly start: () => void;
  readonly cancelLate: () => void;
}

interface Held {
  readonly route: (caller: Asked) => void;
  readonly cancel: () => void;
}

/**
 * Calls of several requests to one server. Before MCP 2026-07-28, a server's question does not say which call it
 * belongs to. So once a server has asked anything, its calls run one request at a time. The first question waits until
 * only one request has running calls, or is refused.
 */
export class SharedCalls {
  readonly #after: Timers['after'];
  /** Request of each running call, by an id of the call. */
  readonly #running = new Map<object, AbortSignal>();
  /** Ids of running calls that were cancelled. The server may ignore that, and still ask. */
  readonly #cancelled = new Set<object>();
  #queue: readonly Waiting[] = [];
  readonly #held = new Map<object, Held>();
  #hasAsked = false;

  constructor(after: Timers['after']) {
    this.#after = after;
  }

  /** Starts a call now, or when it is its request's turn. If that takes too long, calls `late` instead of `start`. */
  start(
    client: AbortSignal,
    method: string,
    id: object,
    { start, late }: { start: () => void; late: () => void },
  ): void {
    const run = (): void => {
      if (MAY_ASK.has(method)) this.#running.set(id, client);
      start();
    };
    if (!MAY_ASK.has(method) || !this.#hasAsked || this.#running.size + this.#queue.length === 0) {
      run();
      return;
    }
    const waiting: Waiting = {
      ...{ id, start: run },
      cancelLate: this.#after(TURN_MS, () => {
        this.#queue = this.#queue.filter((one) => one !== waiting);
        late();
      }),
    };
    this.#queue = [...this.#queue, waiting];
  }

  /** Call when a call has ended, for any reason. */
  ended(id: object): void {
    this.#cancelled.delete(id);
    if (this.#running.delete(id)) this.#settle();
  }

  /** Call when a running call was cancelled. The server may ignore that. */
  cancelled(id: object): void {
    if (!this.#running.has(id)) return;
    this.#cancelled.add(id);
    this.#after(CANCEL_MS, () => this.ended(id));
  }

  /** Removes a call that has not started. Returns false if there is none. */
  withdraw(id: object): boolean {
    const waiting = this.#queue.find((one) => one.id === id);
    waiting?.cancelLate();
    this.#queue = this.#queue.filter((one) => one !== waiting);
    return waiting !== undefined;
  }

  /** Calls `route` with the request that a question is about: at once, or when it is known. */
  ask(id: object, route: (caller: Asked) => void): void {
    const [one, other] = this.#clients();
    if (one !== undefined) this.#hasAsked = true;
    if (this.#cancelled.size > 0) route('unknown');
    else if (other === undefined) route(one ?? 'none');
    else {
      const cancel = this.#after(HOLD_MS, () => this.#release(id, 'unknown'));
      this.#held.set(id, { route, cancel });
      // If every running call has asked a question, none will end by itself.
      if (this.#held.size >= this.#running.size)
        for (const held of [...this.#held.keys()]) this.#release(held, 'unknown');
    }
  }

  /** Forgets a question that the server cancelled. */
  forget(id: object): void {
    this.#held.get(id)?.cancel();
    this.#held.delete(id);
  }

  #clients(): readonly AbortSignal[] {
    return [...new Set(this.#running.values())];
  }

  #settle(): void {
    const [one, other] = this.#clients();
    if (other !== undefined) return;
    for (const id of [...this.#held.keys()]) this.#release(id, one ?? 'none');
    if (one !== undefined) return;
    const [next, ...rest] = this.#queue;
    this.#queue = rest;
    next?.cancelLate();
    next?.start();
  }

  #release(id: object, caller: Asked): void {
    const held = this.#held.get(id);
    this.forget(id);
    held?.route(caller);
  }
}

/**
 * Coordinates calls of several agents on shared connections. A server's question goes only to the agent's request that
 * it is about. A server that asks questions gets one call at a time.
 */
export type CallTurns = ReturnType<typeof createCallTurns>;

/** Creates the coordinator. A request's signal identifies its client. */
export function createCallTurns(timers: Timers) {
  const byServer = new Map<string, SharedCalls>();
  const callsOf = (server: string): SharedCalls => {
    const calls = byServer.get(server) ?? new SharedCalls((ms, run) => timers.after(ms, run));
    byServer.set(server, calls);
    return calls;
  };
  return {
    /** Wraps a connection so that its calls take turns. */
    wrap(to: ServerConnection): ServerConnection {
      const calls = callsOf(to.name);
      return delegate(to, {
        async request(method, params, options) {
          const { signal } = options;
          const id = {};
          signal.throwIfAborted();
          await new Promise<void>((resolve, reject) => {
            const onAbort = (): void => {
              if (calls.withdraw(id)) reject(signal.reason);
            };
            signal.addEventListener('abort', onAbort, { once: true });
            calls.start(signal, method, id, {
              start: () => {
                signal.removeEventListener('abort', onAbort);
                resolve();
              },
              late: () => {
                const message = `cannot call server ${JSON.stringify(to.name)}: ${NO_TURN}`;
                reject(new MCPConnectionError('timeout', message, { server: to.name }));
              },
            });
          });
          try {
            return await to.request(method, params, options);
          } finally {
            if (signal.aborted) calls.cancelled(id);
            else calls.ended(id);
          }
        },
      });
    },
    /** Resolves to the signal of the request that a question of the server is about. */
    callerOf: (server: string, signal: AbortSignal): Promise<Asked> =>
      new Promise((resolve, reject) => {
        const calls = callsOf(server);
        const id = {};
        signal.addEventListener('abort', () => {
          calls.forget(id);
          reject(signal.reason);
        });
        calls.ask(id, resolve);
      }),
  };
}

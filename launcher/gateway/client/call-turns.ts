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
/** Max milliseconds that a call waits for its turn. */
const TURN_MS = 60_000;
/** Milliseconds after which a question is withdrawn if a call waits for its answer. Its client may never come back. */
const ANSWER_MS = 30_000;
/** Milliseconds that a server may continue a cancelled call before the next client's calls start. */
const CANCEL_MS = 5000;

/** Signal of the request that a question is about. `none`: no call is running. `unknown`: it cannot be determined. */
type Asked = AbortSignal | 'none' | 'unknown';

/** A call of a request. */
interface RunningCall {
  /** Signal of the request. */
  readonly client: AbortSignal;
  /** Identifies the agent, as well as can be known: its name, or the request alone. */
  readonly agent: unknown;
  /** The method with the name of the tool or prompt, or the URI. */
  readonly target: string;
}

interface Waiting {
  readonly id: object;
  readonly call: RunningCall;
  readonly start: () => void;
  readonly cancelLate: () => void;
}

interface Held {
  readonly route: (caller: Asked) => void;
  readonly cancel: () => void;
}

/**
 * Calls of several agents to one server. Before MCP 2026-07-28, a server's question does not say which call it belongs
 * to. So once a server has asked anything, its calls run one request at a time. Two kinds of calls need not wait: those of
 * targets that have never asked, and those of an agent whose other calls all wait for an answer. A question belongs to the
 * only running request. Among several of one agent, it belongs to the newest that has no open question, once one of them
 * has asked. Any other question waits for the requests to end, or is refused. Meanwhile no call starts.
 */
export class SharedCalls {
  readonly #after: Timers['after'];
  /** Running calls by their ids. */
  readonly #running = new Map<object, RunningCall>();
  /** Running calls that may have asked a question that reached nobody. */
  readonly #doubtful = new Set<object>();
  /** Targets of ended calls, and whether any of their calls has asked something. */
  readonly #asks = new Map<string, boolean>();
  /** Questions without an answer, and whom they were asked. */
  readonly #open = new Map<AbortController, Asked>();
  /** Requests whose calls have asked something. */
  readonly #askers = new WeakSet<AbortSignal>();
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
    { method, ...call }: RunningCall & { readonly method: string },
    id: object,
    { start, late }: { start: () => void; late: () => void },
  ): void {
    const run = (): void => {
      if (MAY_ASK.has(method)) this.#running.set(id, call);
      start();
    };
    if (!MAY_ASK.has(method) || !this.#mustWait(call, this.#queue)) {
      run();
      return;
    }
    const cancels = [
      this.#after(ANSWER_MS, () => {
        for (const one of this.#open.keys()) one.abort(new Error('the client did not answer in time'));
      }),
      this.#after(TURN_MS, () => this.withdraw(id) && late()),
    ];
    const waiting: Waiting = { ...{ id, call, start: run }, cancelLate: () => cancels.map((cancel) => cancel()) };
    this.#queue = [...this.#queue, waiting];
  }

  /**
   * True if another call that may ask runs, or waits before this one, or if nobody knows yet whom a question is for. A
   * call of the same agent that waits for an answer does not count.
   */
  #mustWait({ target, agent }: RunningCall, before: readonly Waiting[]): boolean {
    if (!this.#hasAsked) return false;
    if (this.#held.size > 0) return true;
    if (this.#isQuiet(target)) return false;
    const asked = new Set(this.#open.values());
    const running = [...this.#running.values()].filter((one) => one.agent !== agent || !asked.has(one.client));
    return [...running, ...before.map(({ call }) => call)].some((one) => !this.#isQuiet(one.target));
  }

  #isQuiet(target: string): boolean {
    return this.#asks.get(target) === false;
  }

  /** Call when a call has ended, for any reason. */
  ended(id: object): void {
    const call = this.#running.get(id);
    if (call === undefined) return;
    const isCancelled = this.#cancelled.delete(id);
    if (!this.#doubtful.delete(id) && !isCancelled && !this.#asks.has(call.target)) this.#asks.set(call.target, false);
    this.#running.delete(id);
    this.#settle();
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
    if (this.#running.size > 0) this.#hasAsked = true;
    const caller = this.#caller();
    if (this.#cancelled.size > 0) this.#route('unknown', route);
    else if (caller !== 'unknown') this.#route(caller, route);
    else {
      const cancel = this.#after(HOLD_MS, () => {
        this.#release(id, 'unknown');
        this.#startWaiting();
      });
      this.#held.set(id, { route, cancel });
      // If every running call has asked a question, none will end by itself.
      if (this.#held.size >= this.#running.size)
        for (const held of [...this.#held.keys()]) this.#release(held, 'unknown');
    }
  }

  /** Forgets a question that the server cancelled. */
  forget(id: object): void {
    this.#held.get(id)?.cancel();
    if (this.#held.delete(id)) this.#startWaiting();
  }

  /** Adds a question that its client has been asked. Returns its signal, and a function to call once it is settled. */
  asked(caller: Asked): { readonly expiry: AbortSignal; readonly close: () => void } {
    const expiring = new AbortController();
    this.#open.set(expiring, caller);
    if (typeof caller !== 'string') this.#askers.add(caller);
    this.#startWaiting();
    return { expiry: expiring.signal, close: () => void this.#open.delete(expiring) };
  }

  /** Returns whose a question is. */
  #caller(): Asked {
    const calls = [...this.#running.values()];
    if (new Set(calls.map(({ agent }) => agent)).size > 1) return 'unknown';
    const open = new Set(this.#open.values());
    const free = calls.filter(({ client }) => !open.has(client));
    const clients = [...new Set((free.length > 0 ? free : calls).map(({ client }) => client))];
    if (clients.length > 1 && !clients.some((one) => this.#askers.has(one))) return 'unknown';
    return clients.at(-1) ?? 'none';
  }

  #settle(): void {
    const caller = this.#caller();
    if (caller !== 'unknown') for (const id of [...this.#held.keys()]) this.#release(id, caller);
    this.#startWaiting();
  }

  #startWaiting(): void {
    const before: Waiting[] = [];
    for (const waiting of this.#queue) {
      if (this.#mustWait(waiting.call, before)) before.push(waiting);
      else {
        this.#queue = this.#queue.filter((queued) => queued !== waiting);
        waiting.cancelLate();
        waiting.start();
      }
    }
  }

  #release(id: object, caller: Asked): void {
    const held = this.#held.get(id);
    held?.cancel();
    this.#held.delete(id);
    if (held !== undefined) this.#route(caller, held.route);
  }

  #route(caller: Asked, route: (caller: Asked) => void): void {
    for (const [id, { client, target }] of this.#running) {
      if (caller === 'unknown') this.#doubtful.add(id);
      else if (client === caller) this.#asks.set(target, true);
    }
    route(caller);
  }
}

/**
 * Coordinates calls of several agents on shared connections. A server's question never goes to an agent of another name
 * than the one it is about. A server that asks questions gets one call at a time that may ask.
 */
export type CallTurns = ReturnType<typeof createCallTurns>;

/** Resolves when a call may start. Rejects with `NO_TURN` if that takes too long, or with the signal's reason. */
function turnOf(calls: SharedCalls, call: RunningCall & { readonly method: string }, id: object): Promise<void> {
  const { client: signal } = call;
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      if (calls.withdraw(id)) reject(signal.reason);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    const start = (): void => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    };
    calls.start(call, id, { start, late: () => reject(NO_TURN) });
  });
}

/** Creates the coordinator. `agentOf` returns the name of the agent that sent the request of a signal. */
export function createCallTurns(timers: Timers, agentOf: (about: AbortSignal) => string | undefined = () => undefined) {
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
          const target = `${method} ${String(params?.['name'] ?? params?.['uri'])}`;
          await turnOf(calls, { client: signal, agent: agentOf(signal) ?? signal, method, target }, id).catch(
            (error: unknown) => {
              if (error !== NO_TURN) throw error;
              const message = `cannot call server ${JSON.stringify(to.name)}: ${NO_TURN}`;
              throw new MCPConnectionError('timeout', message, { server: to.name });
            },
          );
          try {
            return await to.request(method, params, options);
          } finally {
            if (signal.aborted) calls.cancelled(id);
            else calls.ended(id);
          }
        },
      });
    },
    /**
     * Resolves to the signal of the request that a question of the server is about, with a signal that withdraws the
     * question. Call `close` once it is settled.
     */
    callerOf: (
      server: string,
      signal: AbortSignal,
    ): Promise<{ readonly caller: Asked } & ReturnType<SharedCalls['asked']>> =>
      new Promise((resolve, reject) => {
        const calls = callsOf(server);
        const id = {};
        signal.addEventListener('abort', () => {
          calls.forget(id);
          reject(signal.reason);
        });
        calls.ask(id, (caller) => resolve({ caller, ...calls.asked(caller) }));
      }),
  };
}

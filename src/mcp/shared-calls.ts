import type { After } from '../base/in-time.ts';

/** Requests during which a server may ask the client something. */
const MAY_ASK: ReadonlySet<string> = new Set(['tools/call', 'prompts/get', 'resources/read']);

/** Error for a question of the server if it is unknown which client's call it belongs to. */
export const UNKNOWN_CALLER =
  'Several clients share this server, and its question fits calls of more than one: call again';
/** Error for a call that waited too long for its turn. */
export const NO_TURN =
  'The server is waiting for another client to answer a question and was not called: call again later';

/** Max milliseconds that a question waits until it is known which client's call it belongs to. */
const HOLD_MS = 10_000;
/** Max milliseconds that a call waits for its turn. A person may take longer to answer, but the caller should know. */
const TURN_MS = 60_000;
/** Milliseconds that a server may continue a cancelled call before the next client's calls start. */
const CANCEL_MS = 5000;

/** Client that a question is about. `none`: no call is running. `unknown`: it cannot be determined. */
export type AskedClient<Client> = Client | 'none' | 'unknown';

interface Waiting<Client> {
  readonly client: Client;
  readonly key: unknown;
  readonly start: () => void;
  readonly cancelLate: () => void;
}

interface Held<Client> {
  readonly route: (caller: AskedClient<Client>) => void;
  readonly cancel: () => void;
}

/**
 * Calls of several clients to one server. Before MCP 2026-07-28, a server's question does not say which call it belongs
 * to. So once a server has asked anything, its calls run one client at a time. The first question waits until only one
 * client has running calls, or is refused. Any object can identify a client.
 */
export class SharedCalls<Client extends object> {
  readonly #after: After;
  /** Client of each running call, by an id of the call. */
  readonly #running = new Map<unknown, Client>();
  /** Ids of running calls that were cancelled. The server may ignore that, and still ask. */
  readonly #cancelled = new Set<unknown>();
  #queue: readonly Waiting<Client>[] = [];
  readonly #held = new Map<unknown, Held<Client>>();
  #hasAsked = false;
  /** Client that is being asked something. It may have to call the server again to answer. */
  #asked: Client | undefined;

  constructor(after: After) {
    this.#after = after;
  }

  /**
   * Starts a request now, or when it is its client's turn. If that takes too long, calls `late` instead of `start`.
   * `key` identifies the request for `withdraw`.
   */
  start(client: Client, method: string, key: unknown, { start, late }: { start: () => void; late: () => void }): void {
    const isFree = this.#clients().every((one) => one === client);
    const isTurn = isFree && (this.#queue.length === 0 || this.#asked === client);
    if (!MAY_ASK.has(method) || !this.#hasAsked || isTurn) {
      start();
      return;
    }
    const waiting: Waiting<Client> = {
      client,
      key,
      start,
      cancelLate: this.#after(TURN_MS, () => this.#drop(waiting, late)),
    };
    this.#queue = [...this.#queue, waiting];
  }

  /** Call when a request was sent under `id`. */
  started(client: Client, method: string, id: unknown): void {
    if (MAY_ASK.has(method)) this.#running.set(id, client);
  }

  /** Call when a request has ended, for any reason. */
  ended(id: unknown): void {
    this.#cancelled.delete(id);
    if (this.#running.delete(id)) this.#settle();
  }

  /** Call when a running request was cancelled. The server may ignore that. */
  cancelled(id: unknown): void {
    if (!this.#running.has(id)) return;
    this.#cancelled.add(id);
    this.#after(CANCEL_MS, () => this.ended(id));
  }

  /** Removes the requests that have not started. Returns false if there is none. */
  withdraw(client: Client, isIt: (key: unknown) => boolean): boolean {
    const out = this.#queue.filter((one) => one.client === client && isIt(one.key));
    for (const { cancelLate } of out) cancelLate();
    this.#queue = this.#queue.filter((one) => !out.includes(one));
    return out.length > 0;
  }

  /** Calls `route` with the client that a question is about: at once, or when it is known. */
  ask(id: unknown, route: (caller: AskedClient<Client>) => void): void {
    const [one, other] = this.#clients();
    if (one !== undefined) this.#hasAsked = true;
    if (this.#cancelled.size > 0) route('unknown');
    else if (other === undefined) this.#route(route, one);
    else {
      const cancel = this.#after(HOLD_MS, () => this.#release(id, 'unknown'));
      this.#held.set(id, { route, cancel });
      // If every running call has asked a question, none will end by itself.
      if (this.#held.size >= this.#running.size)
        for (const held of [...this.#held.keys()]) this.#release(held, 'unknown');
    }
  }

  /** Returns the client of all running calls; undefined if there is none, or more than one. */
  caller(): Client | undefined {
    const [one, other] = this.#clients();
    return other === undefined && this.#cancelled.size === 0 ? one : undefined;
  }

  /** Call when a client has answered a question. */
  answered(): void {
    this.#asked = undefined;
  }

  /** Forgets a question that the server cancelled. */
  forget(id: unknown): void {
    this.#held.get(id)?.cancel();
    this.#held.delete(id);
  }

  #clients(): readonly Client[] {
    return [...new Set(this.#running.values())];
  }

  #route(route: Held<Client>['route'], client: Client | undefined): void {
    this.#asked = client;
    route(client ?? 'none');
  }

  #settle(): void {
    const [one, other] = this.#clients();
    if (other !== undefined) return;
    for (const id of [...this.#held.keys()]) this.#release(id, one ?? 'none');
    const [next] = this.#queue;
    if (one !== undefined || next === undefined) return;
    const starting = this.#queue.filter(({ client }) => client === next.client);
    this.#queue = this.#queue.filter(({ client }) => client !== next.client);
    for (const { start, cancelLate } of starting) {
      cancelLate();
      start();
    }
  }

  #drop(waiting: Waiting<Client>, late: () => void): void {
    this.#queue = this.#queue.filter((one) => one !== waiting);
    late();
  }

  #release(id: unknown, caller: AskedClient<Client>): void {
    const held = this.#held.get(id);
    this.forget(id);
    if (held === undefined) return;
    if (typeof caller === 'string') held.route(caller);
    else this.#route(held.route, caller);
  }
}

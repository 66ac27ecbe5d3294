/** Requests during which a server may ask the client something. */
const MAY_ASK: ReadonlySet<string> = new Set(['tools/call', 'prompts/get', 'resources/read']);

/** Error for a question of which it is not known whose call asks. */
export const UNKNOWN_CALLER = 'Several clients share this server, and it is not known whose call asks: call again';

/** How long a question waits until it is known whose call it is about, in milliseconds. */
const HOLD_MS = 10_000;

/** Calls `run` after `ms` milliseconds. Returns a function that cancels it. */
export type After = (ms: number, run: () => void) => () => void;

/** Client that a question is about. `none`: no call is running. `unknown`: calls of several clients are. */
export type Caller<Client> = Client | 'none' | 'unknown';

interface Held<Client> {
  readonly route: (caller: Caller<Client>) => void;
  readonly cancel: () => void;
}

/**
 * Calls of several clients to one server. MCP before 2026-07-28 does not say which call a question of a server is about.
 * So once a server has asked anything, its calls run one client at a time. The first question waits until calls of only
 * one client are left, or is refused.
 */
export class SharedCalls<Client extends object> {
  readonly #after: After;
  /** Clients of the running calls, by an id of the call. */
  readonly #running = new Map<unknown, Client>();
  #queue: { readonly client: Client; readonly start: () => void; readonly key: unknown }[] = [];
  readonly #held = new Map<unknown, Held<Client>>();
  #hasAsked = false;

  constructor(after: After) {
    this.#after = after;
  }

  /** Starts a request now, or when it is its client's turn. `key` is for `withdraw`. */
  start(client: Client, method: string, key: unknown, start: () => void): void {
    const isTurn = [...this.#running.values()].every((one) => one === client);
    if (!MAY_ASK.has(method) || !this.#hasAsked || isTurn) start();
    else this.#queue.push({ client, start, key });
  }

  /** Call when a request was sent under `id`. */
  started(client: Client, method: string, id: unknown): void {
    if (MAY_ASK.has(method)) this.#running.set(id, client);
  }

  /** Call when a request has ended, however it did. */
  ended(id: unknown): void {
    if (this.#running.delete(id)) this.#settle();
  }

  /** Removes a request that has not started. Returns false if there is none. */
  withdraw(client: Client, isIt: (key: unknown) => boolean): boolean {
    const left = this.#queue.filter((one) => one.client !== client || !isIt(one.key));
    const found = left.length < this.#queue.length;
    this.#queue = left;
    return found;
  }

  /**
   * Calls `route` with the client that a question is about: at once, or when it is known. `unknown` if it stays unknown.
   */
  ask(id: unknown, route: (caller: Caller<Client>) => void): void {
    const clients = this.#clients();
    const [one, other] = clients;
    if (one !== undefined) this.#hasAsked = true;
    if (other === undefined) {
      route(one ?? 'none');
      return;
    }
    const cancel = this.#after(HOLD_MS, () => this.#release(id, 'unknown'));
    this.#held.set(id, { route, cancel });
    // If each client's call asks, none of them will end by itself.
    if (this.#held.size >= clients.length) for (const held of [...this.#held.keys()]) this.#release(held, 'unknown');
  }

  /** Forgets a question that was taken back. */
  forget(id: unknown): void {
    this.#held.get(id)?.cancel();
    this.#held.delete(id);
  }

  #clients(): readonly Client[] {
    return [...new Set(this.#running.values())];
  }

  #settle(): void {
    const [one, other] = this.#clients();
    if (other !== undefined) return;
    for (const id of [...this.#held.keys()]) this.#release(id, one ?? 'none');
    const [next] = this.#queue;
    if (one !== undefined || next === undefined) return;
    const starting = this.#queue.filter(({ client }) => client === next.client);
    this.#queue = this.#queue.filter(({ client }) => client !== next.client);
    for (const { start } of starting) start();
  }

  #release(id: unknown, caller: Caller<Client>): void {
    const held = this.#held.get(id);
    this.forget(id);
    held?.route(caller);
  }
}

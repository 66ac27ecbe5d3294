import { isJsonObject, type JsonObject } from '../base/json/json-object.ts';
import { classifyMessage, keyOf, type Message, ownNumberOf, type RequestId, RPC } from './json-rpc.ts';
import { LOG_LEVELS, type LogLevel } from './log-levels.ts';
import { META } from './modern/request-meta.ts';
import { type After, NO_TURN, SharedCalls, UNKNOWN_CALLER } from './shared-calls.ts';

/** A server session shared by several clients that do not know of each other. */
export interface SharedSession {
  /** Adds a client, which may send requests at once. `send` receives messages for it. */
  attach(send: (message: object) => void): SharedClient;
  /** Receives a message from the server. */
  receive(message: unknown): void;
}

export interface SharedClient {
  /** Receives a message from the client. */
  receive(message: unknown): void;
  /** Removes the client and cancels its pending requests. */
  leave(): void;
}

type Request = Extract<Message, { readonly kind: 'request' }>;
type Response = Extract<Message, { readonly kind: 'response' }>;

interface Client {
  readonly send: (message: object) => void;
  readonly subscribed: Set<unknown>;
  /**
   * Capabilities that the client announced. Undefined: none so far, so it gets every question and refuses by itself.
   */
  capabilities?: JsonObject;
  /** Min severity of log messages that the client wants. Undefined: not set. */
  level?: LogLevel;
}

/** A request that waits for an answer, under its sender's id. */
interface Waiting {
  readonly client: Client;
  readonly id: RequestId;
}

/** A client's request, in flight to the server. */
interface Pending extends Waiting {
  /** Our progress token for the server. */
  readonly token: string;
  readonly ownToken: unknown;
}

const CANCELLED = 'notifications/cancelled';

/** Capabilities announced to the server, whatever the clients support. Clients refuse what they do not support. */
const OFFERED: JsonObject = { roots: { listChanged: true }, sampling: {}, elicitation: {} };

/** Requests a server may make, and the client capability that each needs. */
const NEEDED: Readonly<Record<string, string>> = {
  'roots/list': 'roots',
  'sampling/createMessage': 'sampling',
  'elicitation/create': 'elicitation',
};

/**
 * Creates a shared session. Requests get new ids on their way to the server; answers return under the ids that the
 * clients know. A request of the server goes only to the client whose call it belongs to. Notifications go to the
 * clients they concern. The server is initialized once, with `OFFERED`; if a client lacks a capability, we answer for
 * it.
 */
export function createSharedSession(toServer: (message: object) => void, after: After): SharedSession {
  const multiplexer = new Multiplexer(toServer, after);
  return { attach: (send) => multiplexer.attach(send), receive: (message) => multiplexer.receive(message) };
}

class Multiplexer {
  readonly #toServer: (message: object) => void;
  readonly #calls: SharedCalls<Client>;
  readonly #clients = new Set<Client>();
  /** The clients' requests, by our ids. */
  readonly #pending = new Map<number, Pending>();
  /** The server's requests, by our ids. */
  readonly #pendingOfServer = new Map<string, Waiting>();
  #lastId = 0;
  #initialized: object | undefined;
  #isServerTold = false;
  /** Clients that wait for the answer to the first `initialize`. */
  #greeting: Waiting[] | undefined;

  constructor(toServer: (message: object) => void, after: After) {
    this.#toServer = toServer;
    this.#calls = new SharedCalls(after);
  }

  attach(send: (message: object) => void): SharedClient {
    const client: Client = { send, subscribed: new Set() };
    this.#clients.add(client);
    return { receive: (value) => this.#receiveFrom(client, value), leave: () => this.#leave(client) };
  }

  receive(value: unknown): void {
    const message = classifyMessage(value);
    if (message.kind === 'request') this.#askClient(message);
    else if (message.kind === 'notification') this.#notifyClients(message.method, message.params);
    else if (message.kind === 'response') this.#answerClient(message);
  }

  #receiveFrom(client: Client, value: unknown): void {
    const message = classifyMessage(value);
    if (message.kind === 'request') this.#request(client, message);
    else if (message.kind === 'notification') this.#notifyServer(client, message.method, message.params);
    else if (message.kind === 'response') this.#answerServer(message);
  }

  #leave(client: Client): void {
    this.#clients.delete(client);
    this.#calls.withdraw(client, () => true);
    for (const [own, one] of this.#pendingOfServer) {
      if (one.client !== client) continue;
      this.#pendingOfServer.delete(own);
      this.#send({ id: one.id, error: { code: RPC.internalError, message: 'The client has disconnected' } });
    }
    for (const [own, one] of this.#pending) {
      if (one.client !== client) continue;
      this.#send({ method: CANCELLED, params: { requestId: own, reason: 'the client has disconnected' } });
      this.#cancelled(own);
    }
  }

  #send(message: object): void {
    this.#toServer({ jsonrpc: '2.0', ...message });
  }

  #request(client: Client, request: Request): void {
    const { id, method, params } = request;
    if (method === 'initialize') this.#initialize(client, request);
    else if (method === 'resources/unsubscribe' && !this.#unsubscribe(client, params)) send(client, { id, result: {} });
    else if (method === 'logging/setLevel')
      this.#forward(client, { ...request, params: this.#setLevel(client, params) });
    else {
      if (method === 'resources/subscribe') client.subscribed.add(uriOf(params));
      this.#calls.start(client, method, id, {
        start: () => this.#forward(client, request),
        late: () => send(client, { id, error: { code: RPC.internalError, message: NO_TURN } }),
      });
    }
  }

  #initialize(client: Client, { id, method, params }: Request): void {
    client.capabilities = fieldsOf(fieldsOf(params)['capabilities']);
    if (this.#initialized !== undefined) send(client, { id, result: this.#initialized });
    else if (this.#greeting !== undefined) this.#greeting.push({ client, id });
    else {
      this.#greeting = [{ client, id }];
      this.#send({ id: 0, method, params: { ...fieldsOf(params), capabilities: OFFERED } });
    }
  }

  /** True if no client is subscribed any longer. */
  #unsubscribe(client: Client, params: unknown): boolean {
    client.subscribed.delete(uriOf(params));
    return ![...this.#clients].some(({ subscribed }) => subscribed.has(uriOf(params)));
  }

  /** Replaces the level in the params by the lowest that any client wants. */
  #setLevel(client: Client, params: unknown): object {
    const fields = fieldsOf(params);
    client.level = fields['level'] as LogLevel;
    const lowest = Math.min(...[...this.#clients].map((one) => severityOf(one.level)).filter((one) => one >= 0));
    return { ...fields, level: LOG_LEVELS[lowest] ?? fields['level'] };
  }

  #forward(client: Client, { id, method, params }: Request): void {
    this.#lastId += 1;
    const token = `p${this.#lastId}`;
    const ownToken = fieldsOf(fieldsOf(params)['_meta'])['progressToken'];
    this.#pending.set(this.#lastId, { client, id, token, ownToken });
    this.#calls.started(client, method, this.#lastId);
    this.#send({ id: this.#lastId, method, params: ownToken === undefined ? params : withToken(params, token) });
  }

  #notifyServer(client: Client, method: string, params: unknown): void {
    if (method === 'notifications/initialized') {
      if (!this.#isServerTold) this.#send({ method, params });
      this.#isServerTold = true;
    } else if (method === CANCELLED) {
      const { requestId, ...rest } = fieldsOf(params);
      if (this.#calls.withdraw(client, (id) => isSameId(id, requestId))) return;
      for (const [own, one] of this.#pending) {
        if (one.client !== client || !isSameId(one.id, requestId)) continue;
        this.#send({ method, params: { ...rest, requestId: own } });
        this.#cancelled(own);
      }
    } else this.#send({ method, params });
  }

  #answerServer({ id, result, error }: Response): void {
    const one = this.#pendingOfServer.get(String(id));
    if (one === undefined) return;
    this.#pendingOfServer.delete(String(id));
    this.#calls.answered();
    this.#send(error === undefined ? { id: one.id, result } : { id: one.id, error });
  }

  #answerClient({ id, result, error }: Response): void {
    const outcome = error === undefined ? { result } : { error };
    if (Number(id) === 0) {
      const waiting = this.#greeting ?? [];
      this.#greeting = undefined;
      if (error === undefined) this.#initialized = result as object;
      for (const one of waiting) send(one.client, { id: one.id, ...outcome });
      return;
    }
    const own = Number(id);
    const one = this.#pending.get(own);
    this.#pending.delete(own);
    if (one !== undefined) send(one.client, { id: one.id, ...outcome });
    this.#calls.ended(own);
  }

  #cancelled(own: number): void {
    this.#pending.delete(own);
    this.#calls.cancelled(own);
  }

  #askClient(question: Request): void {
    const { id, method } = question;
    this.#calls.ask(keyOf(id), (caller) => {
      const client = caller === 'none' ? this.#unasked(method) : caller;
      const refuse = (code: number, message: string): void => this.#send({ id, error: { code, message } });
      if (client === undefined) refuse(RPC.internalError, 'No client is connected to answer the question');
      else if (client === 'unknown') refuse(RPC.internalError, UNKNOWN_CALLER);
      else if (canAnswer(client, method)) this.#ask(client, question);
      else refuse(RPC.methodNotFound, 'Method not found');
    });
  }

  /**
   * Returns the client for a question outside of any call. `roots/list` goes to any client that supports it. Every
   * other question is for a person, so with several clients it goes to none of them.
   */
  #unasked(method: string): Client | 'unknown' | undefined {
    const [only, ...others] = this.#clients;
    if (method !== 'roots/list') return others.length === 0 ? only : 'unknown';
    return [...this.#clients].find((one) => canAnswer(one, method)) ?? only;
  }

  #ask(client: Client, { id, method, params }: Request): void {
    this.#lastId += 1;
    const own = `s${this.#lastId}`;
    this.#pendingOfServer.set(own, { client, id });
    send(client, { id: own, method, params });
  }

  #notifyClients(method: string, params: unknown): void {
    const { progressToken, requestId, _meta } = fieldsOf(params);
    const subscription = fieldsOf(_meta)[META.subscription];
    if (subscription !== undefined) {
      const one = this.#pending.get(ownNumberOf(subscription));
      const own = { ...fieldsOf(_meta), [META.subscription]: one?.id };
      if (one !== undefined) send(one.client, { method, params: { ...fieldsOf(params), _meta: own } });
    } else if (method === 'notifications/progress') {
      const one = [...this.#pending.values()].find(({ token }) => token === progressToken);
      if (one !== undefined) send(one.client, { method, params: { ...fieldsOf(params), progressToken: one.ownToken } });
    } else if (method === CANCELLED) {
      this.#calls.forget(keyOf(requestId));
      for (const [own, one] of this.#pendingOfServer) {
        if (isSameId(one.id, requestId)) send(one.client, { method, params: { ...fieldsOf(params), requestId: own } });
      }
    } else {
      for (const client of this.#clients) if (wants(client, method, params)) send(client, { method, params });
    }
  }
}

function send(client: Client, message: object): void {
  client.send({ jsonrpc: '2.0', ...message });
}

function canAnswer({ capabilities }: Client, method: string): boolean {
  const needed = NEEDED[method];
  return needed === undefined || capabilities === undefined || capabilities[needed] !== undefined;
}

function wants({ subscribed, level }: Client, method: string, params: unknown): boolean {
  if (method === 'notifications/resources/updated') return subscribed.has(uriOf(params));
  return method !== 'notifications/message' || severityOf(fieldsOf(params)['level']) >= severityOf(level);
}

function fieldsOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

function uriOf(params: unknown): unknown {
  return fieldsOf(params)['uri'];
}

function withToken(params: unknown, progressToken: string): object {
  const fields = fieldsOf(params);
  return { ...fields, _meta: { ...fieldsOf(fields['_meta']), progressToken } };
}

function isSameId(one: unknown, other: unknown): boolean {
  return keyOf(one) === keyOf(other);
}

function severityOf(level: unknown): number {
  return LOG_LEVELS.indexOf(level as LogLevel);
}

import { isJsonObject, type JsonObject } from '../base/json/json-object.ts';
import { classifyMessage, keyOf, type Message, ownNumberOf, type RequestId, RPC } from './json-rpc.ts';
import { META } from './modern/request-meta.ts';

/** A server session shared by several clients that do not know of each other. */
export interface SharedSession {
  /** True once a second client was added: what the server says may be about any of them. */
  readonly isShared: boolean;
  /**
   * Adds a client, which may send requests at once. `send` receives messages for it. `leave` is called if the client
   * needs a server of its own.
   */
  attach(send: (message: object) => void, leave: () => void): SharedClient;
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
  readonly leave: () => void;
  readonly subscribed: Set<unknown>;
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

/** Error for a question of a server that several clients share. */
const UNKNOWN_CALLER = 'Several clients share this server, so nobody knows whom it asks: call again';

/** Requests of a server that only a client can answer. */
const QUESTIONS: ReadonlySet<string> = new Set(['roots/list', 'sampling/createMessage', 'elicitation/create']);

export interface SharedSessionOptions {
  readonly toServer: (message: object) => void;
  /** Called when the server asks something. No client may be added from then on. */
  readonly onAsked: () => void;
}

/**
 * Creates a shared session of clients with equal capabilities. Requests get new ids on their way to the server; answers
 * return under the ids that the clients know. Servers may ask and log long after a call, without saying whose call it
 * was. So only a client that was always alone is asked and hears logs. Any other question is refused, and the clients
 * leave when their requests are answered. The server is initialized once.
 */
export function createSharedSession(options: SharedSessionOptions): SharedSession {
  return new Multiplexer(options);
}

class Multiplexer implements SharedSession {
  readonly #options: SharedSessionOptions;
  readonly #clients = new Set<Client>();
  /** The clients' requests, by our ids. */
  readonly #pending = new Map<number, Pending>();
  /** The server's requests, by our ids. */
  readonly #pendingOfServer = new Map<string, Waiting>();
  #lastId = 0;
  /** Number of clients so far, including those that have left. */
  #attached = 0;
  /** True once a question was refused. */
  #isEnding = false;
  #initialized: object | undefined;
  #isServerTold = false;
  /** Clients that wait for the answer to the first `initialize`. */
  #greeting: Waiting[] | undefined;

  constructor(options: SharedSessionOptions) {
    this.#options = options;
  }

  get isShared(): boolean {
    return this.#attached > 1;
  }

  attach(send: (message: object) => void, leave: () => void): SharedClient {
    const client: Client = { send, leave, subscribed: new Set() };
    this.#clients.add(client);
    this.#attached += 1;
    return { receive: (value) => this.#receiveFrom(client, value), leave: () => this.#leave(client) };
  }

  receive(value: unknown): void {
    const message = classifyMessage(value);
    if (message.kind === 'request') this.#asked(message);
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
    for (const [own, one] of this.#pendingOfServer) {
      if (one.client !== client) continue;
      this.#pendingOfServer.delete(own);
      this.#send({ id: one.id, error: { code: RPC.internalError, message: 'The client has disconnected' } });
    }
    for (const [own, one] of this.#pending) {
      if (one.client !== client) continue;
      this.#send({ method: CANCELLED, params: { requestId: own, reason: 'the client has disconnected' } });
      this.#pending.delete(own);
    }
  }

  #send(message: object): void {
    this.#options.toServer({ jsonrpc: '2.0', ...message });
  }

  #request(client: Client, request: Request): void {
    const { id, method, params } = request;
    if (method === 'initialize') this.#initialize(client, request);
    else if (method === 'resources/unsubscribe' && !this.#unsubscribe(client, params)) send(client, { id, result: {} });
    else {
      if (method === 'resources/subscribe') client.subscribed.add(uriOf(params));
      this.#forward(client, request);
    }
  }

  #initialize(client: Client, { id, method, params }: Request): void {
    if (this.#initialized !== undefined) send(client, { id, result: this.#initialized });
    else if (this.#greeting !== undefined) this.#greeting.push({ client, id });
    else {
      this.#greeting = [{ client, id }];
      this.#send({ id: 0, method, params });
    }
  }

  /** True if no client is subscribed any longer. */
  #unsubscribe(client: Client, params: unknown): boolean {
    client.subscribed.delete(uriOf(params));
    return ![...this.#clients].some(({ subscribed }) => subscribed.has(uriOf(params)));
  }

  #forward(client: Client, { id, method, params }: Request): void {
    this.#lastId += 1;
    const token = `p${this.#lastId}`;
    const ownToken = fieldsOf(fieldsOf(params)['_meta'])['progressToken'];
    this.#pending.set(this.#lastId, { client, id, token, ownToken });
    this.#send({ id: this.#lastId, method, params: ownToken === undefined ? params : withToken(params, token) });
  }

  #notifyServer(client: Client, method: string, params: unknown): void {
    if (method === 'notifications/initialized') {
      if (!this.#isServerTold) this.#send({ method, params });
      this.#isServerTold = true;
    } else if (method === CANCELLED) {
      const { requestId, ...rest } = fieldsOf(params);
      for (const [own, one] of this.#pending) {
        if (one.client !== client || !isSameId(one.id, requestId)) continue;
        this.#send({ method, params: { ...rest, requestId: own } });
        this.#pending.delete(own);
      }
      this.#end();
    } else this.#send({ method, params });
  }

  #answerServer({ id, result, error }: Response): void {
    const one = this.#pendingOfServer.get(String(id));
    if (one === undefined) return;
    this.#pendingOfServer.delete(String(id));
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
    this.#end();
  }

  #asked(request: Request): void {
    const { id, method } = request;
    if (method === 'ping') this.#send({ id, result: {} });
    else if (!QUESTIONS.has(method))
      this.#send({ id, error: { code: RPC.methodNotFound, message: 'Method not found' } });
    else {
      this.#options.onAsked();
      const only = this.#only();
      if (only !== undefined) this.#ask(only, request);
      else this.#send({ id, error: { code: RPC.internalError, message: UNKNOWN_CALLER } });
      this.#isEnding = only === undefined;
      this.#end();
    }
  }

  /** After a refused question, lets the clients go that wait for no answer. */
  #end(): void {
    if (!this.#isEnding) return;
    const waiting = new Set([...this.#pending.values(), ...(this.#greeting ?? [])].map(({ client }) => client));
    for (const client of this.#clients) if (!waiting.has(client)) client.leave();
  }

  /** Returns the client if there never was another. */
  #only(): Client | undefined {
    const [only] = this.#clients;
    return this.isShared ? undefined : only;
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
      for (const [own, one] of this.#pendingOfServer) {
        if (isSameId(one.id, requestId)) send(one.client, { method, params: { ...fieldsOf(params), requestId: own } });
      }
    } else if (method === 'notifications/resources/updated') {
      for (const client of this.#clients) if (client.subscribed.has(uriOf(params))) send(client, { method, params });
    } else if (!this.isShared || method.endsWith('/list_changed')) {
      for (const client of this.#clients) send(client, { method, params });
    }
  }
}

function send(client: Client, message: object): void {
  client.send({ jsonrpc: '2.0', ...message });
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

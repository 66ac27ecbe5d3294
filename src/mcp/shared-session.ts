import { classifyMessage, type Message, type RequestId, RPC } from './json-rpc.ts';
import { LOG_LEVELS, type LogLevel } from './log-levels.ts';
import { META } from './modern/request-meta.ts';

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

type Fields = Readonly<Record<string, unknown>>;
type Request = Extract<Message, { readonly kind: 'request' }>;
type Response = Extract<Message, { readonly kind: 'response' }>;

interface Client {
  readonly send: (message: object) => void;
  readonly subscribed: Set<string>;
  /** Capabilities of the client. Undefined: it has not announced any, and answers for itself. */
  capabilities?: Fields;
  /** Min severity of log messages that it wants. Undefined: it has not said. */
  level?: LogLevel;
}

/** A client's request, in flight to the server. */
interface Pending {
  readonly client: Client;
  readonly id: RequestId;
  /** Our progress token for the server. */
  readonly token: string;
  readonly ownToken: unknown;
}

const CANCELLED = 'notifications/cancelled';

/** Capabilities announced to the server, whatever the clients support. Clients refuse what they do not support. */
const OFFERED: Fields = { roots: { listChanged: true }, sampling: {}, elicitation: {} };

/** Requests a server may make, and the client capability that each needs. */
const NEEDED: Readonly<Record<string, string>> = {
  'roots/list': 'roots',
  'sampling/createMessage': 'sampling',
  'elicitation/create': 'elicitation',
};

/**
 * Creates a shared session. Requests get new ids on their way to the server; answers return under the ids that the
 * clients know. A request of the server goes to the client that asked last, because it is probably about that.
 * Notifications go to the clients they concern. The server is initialized once, with `OFFERED`; if a client lacks a
 * capability, we answer for it.
 */
export function createSharedSession(toServer: (message: object) => void): SharedSession {
  const clients = new Set<Client>();
  const pending = new Map<number, Pending>();
  /** The server's requests, by our ids. */
  const pendingRequests = new Map<string, { readonly client: Client; readonly id: RequestId }>();
  let last = 0;
  let initialized: object | undefined;
  let isTold = false;
  /** Clients that wait for the answer to the first `initialize`. */
  let greeting: { readonly client: Client; readonly id: RequestId }[] | undefined;

  const send = (client: Client, message: object): void => client.send({ jsonrpc: '2.0', ...message });
  const tell = (message: object): void => toServer({ jsonrpc: '2.0', ...message });

  const forward = (client: Client, { id, method, params }: Request): void => {
    last += 1;
    const token = `p${last}`;
    const ownToken = fieldsOf(fieldsOf(params)['_meta'])['progressToken'];
    pending.set(last, { client, id, token, ownToken });
    tell({ id: last, method, params: ownToken === undefined ? params : withToken(params, token) });
  };

  const greet = (client: Client, { id, method, params }: Request): void => {
    client.capabilities = fieldsOf(fieldsOf(params)['capabilities']);
    if (initialized !== undefined) send(client, { id, result: initialized });
    else if (greeting !== undefined) greeting.push({ client, id });
    else {
      greeting = [{ client, id }];
      tell({ id: 0, method, params: { ...fieldsOf(params), capabilities: OFFERED } });
    }
  };

  const fromClient = (client: Client, request: Request): void => {
    const { id, method, params } = request;
    if (method === 'initialize') greet(client, request);
    else if (method === 'resources/unsubscribe' && !isLastSubscriber(client, params)) send(client, { id, result: {} });
    else if (method === 'logging/setLevel') forward(client, { ...request, params: leveled(client, params) });
    else {
      if (method === 'resources/subscribe') client.subscribed.add(uriOf(params));
      forward(client, request);
    }
  };
  const isLastSubscriber = (client: Client, params: unknown): boolean => {
    client.subscribed.delete(uriOf(params));
    return ![...clients].some(({ subscribed }) => subscribed.has(uriOf(params)));
  };
  /** Replaces the level in the params by the lowest that any client wants. */
  const leveled = (client: Client, params: unknown): object => {
    const fields = fieldsOf(params);
    client.level = fields['level'] as LogLevel;
    const lowest = Math.min(...[...clients].map((one) => severityOf(one.level)).filter((one) => one >= 0));
    return { ...fields, level: LOG_LEVELS[lowest] ?? fields['level'] };
  };

  const toldByClient = (client: Client, method: string, params: unknown): void => {
    if (method === 'notifications/initialized') {
      if (!isTold) tell({ method, params });
      isTold = true;
    } else if (method === CANCELLED) {
      const { requestId, ...rest } = fieldsOf(params);
      for (const [own, one] of pending) {
        if (one.client !== client || !isSameId(one.id, requestId)) continue;
        pending.delete(own);
        tell({ method, params: { ...rest, requestId: own } });
      }
    } else tell({ method, params });
  };

  const answeredByClient = (response: Response): void => {
    const one = pendingRequests.get(String(response.id));
    if (one === undefined) return;
    pendingRequests.delete(String(response.id));
    const { result, error } = response;
    tell(error === undefined ? { id: one.id, result } : { id: one.id, error });
  };

  const answered = ({ id, result, error }: Response): void => {
    const outcome = error === undefined ? { result } : { error };
    if (Number(id) === 0) {
      const waiting = greeting ?? [];
      greeting = undefined;
      if (error === undefined) initialized = result as object;
      for (const one of waiting) send(one.client, { id: one.id, ...outcome });
      return;
    }
    const one = pending.get(Number(id));
    if (one === undefined) return;
    pending.delete(Number(id));
    send(one.client, { id: one.id, ...outcome });
  };

  const asks = ({ id, method, params }: Request): void => {
    const needed = NEEDED[method];
    const can = (one: Client): boolean =>
      needed === undefined || one.capabilities === undefined || one.capabilities[needed] !== undefined;
    const client = [...pending.values()].at(-1)?.client ?? [...clients].find(can) ?? [...clients][0];
    if (client !== undefined && !can(client)) {
      tell({ id, error: { code: RPC.methodNotFound, message: 'Method not found' } });
      return;
    }
    if (client === undefined) {
      tell({ id, error: { code: RPC.internalError, message: 'No client is there to be asked' } });
      return;
    }
    last += 1;
    const own = `s${last}`;
    pendingRequests.set(own, { client, id });
    send(client, { id: own, method, params });
  };

  const told = (method: string, params: unknown): void => {
    const { progressToken, requestId, uri, level, _meta } = fieldsOf(params);
    const subscription = fieldsOf(_meta)[META.subscription];
    if (subscription !== undefined) {
      const one = pending.get(Number(subscription));
      const own = { ...fieldsOf(_meta), [META.subscription]: one?.id };
      if (one !== undefined) send(one.client, { method, params: { ...fieldsOf(params), _meta: own } });
      return;
    }
    if (method === 'notifications/progress') {
      const one = [...pending.values()].find(({ token }) => token === progressToken);
      if (one !== undefined) send(one.client, { method, params: { ...fieldsOf(params), progressToken: one.ownToken } });
      return;
    }
    if (method === CANCELLED) {
      for (const [own, one] of pendingRequests) {
        if (isSameId(one.id, requestId)) send(one.client, { method, params: { ...fieldsOf(params), requestId: own } });
      }
      return;
    }
    for (const client of clients) {
      if (method === 'notifications/resources/updated' && !client.subscribed.has(String(uri))) continue;
      if (method === 'notifications/message' && severityOf(level) < severityOf(client.level)) continue;
      send(client, { method, params });
    }
  };

  return {
    attach(own) {
      const client: Client = { send: own, subscribed: new Set() };
      clients.add(client);
      return {
        receive(value) {
          const message = classifyMessage(value);
          if (message.kind === 'request') fromClient(client, message);
          else if (message.kind === 'notification') toldByClient(client, message.method, message.params);
          else if (message.kind === 'response') answeredByClient(message);
        },
        leave() {
          clients.delete(client);
          for (const [own, one] of pending) {
            if (one.client !== client) continue;
            pending.delete(own);
            tell({ method: CANCELLED, params: { requestId: own, reason: 'the client is gone' } });
          }
          for (const [own, one] of pendingRequests) {
            if (one.client !== client) continue;
            pendingRequests.delete(own);
            tell({ id: one.id, error: { code: RPC.internalError, message: 'The client is gone' } });
          }
        },
      };
    },
    receive(value) {
      const message = classifyMessage(value);
      if (message.kind === 'request') asks(message);
      else if (message.kind === 'notification') told(message.method, message.params);
      else if (message.kind === 'response') answered(message);
    },
  };
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

function uriOf(params: unknown): string {
  return String(fieldsOf(params)['uri']);
}

function withToken(params: unknown, progressToken: string): object {
  const fields = fieldsOf(params);
  return { ...fields, _meta: { ...fieldsOf(fields['_meta']), progressToken } };
}

/** `7` and `"7"` are two requests. */
function isSameId(one: unknown, other: unknown): boolean {
  return typeof one === typeof other && String(one) === String(other);
}

function severityOf(level: unknown): number {
  return LOG_LEVELS.indexOf(level as LogLevel);
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { EventLog } from '../../../src/base/events/event-log.ts';
import { classifyMessage, type Message, RPC } from '../../../src/mcp/json-rpc.ts';
import { type RequestMeta, versionOf } from '../../../src/mcp/modern/request-meta.ts';
import { readHeadedRequest, versionHeader } from '../../../src/mcp/modern/standard-headers.ts';
import { REQUEST_VERSIONS, SESSION_VERSIONS } from '../../../src/mcp/protocol-versions.ts';
import { RpcError } from '../../../src/mcp/rpc-error.ts';
import type { Timers } from '../../platform/timers.ts';
import type { ClientServer } from '../client-server.ts';
import { clientView, knownClient } from '../client-view.ts';
import { type ClientTable, createClientTable, MAX_CLIENTS } from './client-table.ts';
import { HttpSession } from './http-session.ts';
import { type Refusal, refuseRequest } from './refusal.ts';
import type { Reply } from './reply.ts';
import { createStatelessClient, type StatelessClient } from './stateless-client.ts';

export interface HttpClientsOptions {
  /** Creates the server of a client. `isOneAgent` is false for requests that may come from several agents. */
  readonly serve: (client: { readonly isOneAgent: boolean }) => ClientServer;
  readonly newReply: (response: ServerResponse) => Reply;
  readonly newId: () => string;
  readonly timers: Timers;
  readonly log: EventLog;
}

type Client = HttpSession | StatelessClient;
type RequestMessage = Extract<Message, { readonly kind: 'request' }>;

const SESSION_HEADER = 'mcp-session-id';
const FULL: Refusal = {
  ...{ status: 503, headers: { 'Retry-After': '60' } },
  message: `Cannot serve another client: each of ${MAX_CLIENTS} has a request in flight`,
};
const BEGUN: Refusal = { status: 400, code: RPC.invalidRequest, message: 'Invalid Request: the session has begun' };

/** Clients that speak MCP over HTTP, with or without sessions. */
export class HttpClients {
  readonly #options: HttpClientsOptions;
  readonly #clients: ClientTable<Client>;

  constructor(options: HttpClientsOptions) {
    this.#options = options;
    this.#clients = createClientTable<Client>(options.timers, (client) => this.#ended(client, 'idle'));
  }

  post(value: unknown, request: IncomingMessage, response: ServerResponse): void {
    const message = classifyMessage(value);
    const { [SESSION_HEADER]: session } = request.headers;
    const meta = message.kind === 'request' ? readMeta(request, message) : undefined;
    if (message.kind === 'request' && meta instanceof RpcError) {
      refuseRequest(response, { status: 400, ...toWire(meta), id: message.id });
    } else if (message.kind === 'request' && meta !== undefined) {
      this.#postAlone(value, message, meta as RequestMeta, response);
    } else if (message.kind === 'request' && message.method === 'initialize') {
      if (session === undefined && this.#clients.makeRoom()) this.#begin(value, response);
      else refuseRequest(response, { ...(session === undefined ? FULL : BEGUN), id: message.id });
    } else if (
      session === undefined &&
      message.kind === 'notification' &&
      REQUEST_VERSIONS.includes(String(versionIn(request)))
    ) {
      response.writeHead(202).end();
    } else this.#inSession(request, response, (found) => found.post(value, response));
  }

  /** Answers `GET`, which a client sends to receive messages. */
  listen(request: IncomingMessage, response: ServerResponse): void {
    this.#inSession(request, response, (session) => session.listen(response), true);
  }

  /** Answers `DELETE`, with which a client ends its session. */
  end(request: IncomingMessage, response: ServerResponse): void {
    const found = sessionOf(request, this.#clients);
    if ('status' in found) {
      refuseRequest(response, found);
      return;
    }
    this.#clients.delete(found[0]);
    this.#ended(found[1], 'deleted');
    response.writeHead(204).end();
  }

  /** Ends the streams, because no more requests come. In-flight calls are still answered. */
  close(): void {
    for (const client of this.#clients.values()) client.close();
  }

  /** Ends in-flight calls and all servers. */
  async abort(): Promise<void> {
    await Promise.all(this.#clients.values().map((client) => client.abort()));
  }

  #inSession(
    request: IncomingMessage,
    response: ServerResponse,
    use: (session: HttpSession) => void,
    isStream = false,
  ): void {
    const found = sessionOf(request, this.#clients);
    if ('status' in found) {
      refuseRequest(response, found);
      return;
    }
    this.#hold(found[0], response, isStream);
    use(found[1]);
  }

  #begin(value: unknown, response: ServerResponse): void {
    const { serve, newReply, newId, log } = this.#options;
    const id = newId();
    const session = new HttpSession({
      ...{ server: serve({ isOneAgent: true }), log, newReply },
      onRefused: () => {
        if (!response.headersSent) response.removeHeader(SESSION_HEADER);
        // Remove the session only after the response is sent.
        response.once('close', () => this.#clients.delete(id) && this.#ended(session, 'refused'));
      },
    });
    log('info', 'http.client_started', { era: 'session' });
    this.#clients.add(id, session);
    this.#hold(id, response);
    response.setHeader(SESSION_HEADER, id);
    session.post(value, response);
  }

  #postAlone(
    value: unknown,
    { id, method }: RequestMessage,
    { clientName, capabilities }: RequestMeta,
    response: ServerResponse,
  ): void {
    const key = JSON.stringify([
      knownClient(clientName),
      clientView('auto', clientName),
      Object.entries(capabilities).toSorted(),
    ]);
    const client = this.#statelessFor(key);
    if (client === undefined) {
      refuseRequest(response, { ...FULL, id });
      return;
    }
    this.#hold(key, response, method === 'subscriptions/listen');
    client.postAlone(value, response);
  }

  /**
   * Returns the client for a request without a session. Clients with equal capabilities share one, unless one of them is
   * shown tools or results in another way. Undefined if the table is full.
   */
  #statelessFor(key: string): StatelessClient | undefined {
    const found = this.#clients.get(key) as StatelessClient | undefined;
    if (found !== undefined || !this.#clients.makeRoom()) return found;
    const { serve, newReply, log } = this.#options;
    const client = createStatelessClient({ server: serve({ isOneAgent: false }), log, newReply });
    log('info', 'http.client_started', { era: 'stateless' });
    this.#clients.add(key, client);
    return client;
  }

  #hold(key: string, response: ServerResponse, isStream = false): void {
    response.once('close', this.#clients.hold(key, isStream ? 'stream' : 'request'));
  }

  #ended(client: Client, reason: string): void {
    const { log } = this.#options;
    log('info', 'http.client_ended', { reason });
    client.close();
    void client.abort().catch((error: unknown) => log('error', 'http.failed', { message: String(error) }));
  }
}

/** Returns the session that a request names, with its id. */
function sessionOf(request: IncomingMessage, clients: ClientTable<Client>): readonly [string, HttpSession] | Refusal {
  const id = request.headers[SESSION_HEADER];
  if (typeof id !== 'string') return { status: 400, message: 'Mcp-Session-Id is missing: begin with "initialize"' };
  const found = clients.get(id);
  if (found === undefined || !('listen' in found)) {
    return { status: 404, message: 'There is no such session, or it has ended: begin with "initialize"' };
  }
  const version = versionIn(request);
  if (version === undefined || SUPPORTED.includes(version)) return [id, found];
  const given = JSON.stringify(version.slice(0, 100));
  return { status: 400, message: `MCP-Protocol-Version ${given}: expected one of ${SUPPORTED.join(', ')}` };
}

const SUPPORTED = [...REQUEST_VERSIONS, ...SESSION_VERSIONS];

function versionIn({ headers }: IncomingMessage): string | undefined {
  const version = headers['mcp-protocol-version'];
  return versionHeader(Array.isArray(version) ? version.join(',') : version);
}

/** Returns the metadata of a request, or an error if it is invalid or contradicts the headers. */
function readMeta(
  { headers }: IncomingMessage,
  { method, params }: RequestMessage,
): RequestMeta | undefined | RpcError {
  const header = (name: string): string | undefined => {
    const value = headers[name.toLowerCase()];
    // Within a session, the header may name any supported version, and is ignored for a request without a version of
    // its own.
    const isOwn = headers[SESSION_HEADER] === undefined || versionOf(params) !== undefined;
    const isSaid = name !== 'MCP-Protocol-Version' || isOwn;
    return isSaid && typeof value === 'string' ? value : undefined;
  };
  try {
    return readHeadedRequest(header, method, params);
  } catch (error) {
    if (error instanceof RpcError) return error;
    throw error;
  }
}

function toWire({ code, message, data }: RpcError): Pick<Refusal, 'code' | 'message' | 'data'> {
  return { code, message, data };
}

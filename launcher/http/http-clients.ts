import type { IncomingMessage, ServerResponse } from 'node:http';
import { classifyMessage, type Message, RPC } from '../../src/mcp/json-rpc.ts';
import type { RequestMeta } from '../../src/mcp/modern/request-meta.ts';
import { readHeadedRequest } from '../../src/mcp/modern/standard-headers.ts';
import { REQUEST_VERSIONS } from '../../src/mcp/protocol-versions.ts';
import { RpcError } from '../../src/mcp/rpc-error.ts';
import type { EventLog } from '../events/event-log.ts';
import type { Timers } from '../process/timers.ts';
import type { ClientServer } from '../server/client-server.ts';
import { type ClientTable, createClientTable, MAX_CLIENTS } from './client-table.ts';
import { createHttpSession, type HttpSession } from './http-session.ts';
import { type Refusal, refuse } from './refusal.ts';
import type { Reply } from './reply.ts';
import { createStatelessClient, type StatelessClient } from './stateless-client.ts';

/** Clients that speak MCP over HTTP, with or without sessions. */
export interface HttpClients {
  post(value: unknown, request: IncomingMessage, response: ServerResponse): void;
  /** Answers `GET`, with which a client listens. */
  listen(request: IncomingMessage, response: ServerResponse): void;
  /** Answers `DELETE`, with which a client ends its session. */
  end(request: IncomingMessage, response: ServerResponse): void;
  /** Ends the streams, because no more requests come. In-flight calls are still answered. */
  close(): void;
  /** Ends in-flight calls and all servers. */
  abort(): Promise<void>;
}

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

export const SESSION_HEADER = 'mcp-session-id';
const VERSION_HEADER = 'mcp-protocol-version';
const FULL: Refusal = {
  ...{ status: 503, headers: { 'Retry-After': '60' } },
  message: `${MAX_CLIENTS} clients are served, and each has a request or a stream open: allowed are no more`,
};
const BEGUN: Refusal = { status: 400, code: RPC.invalidRequest, message: 'Invalid Request: the session has begun' };

export function createHttpClients({ serve, newReply, newId, timers, log }: HttpClientsOptions): HttpClients {
  const ended = (client: Client, reason: string): void => {
    log('info', 'http.client_ended', { reason });
    client.close();
    void client.abort().catch((error: unknown) => log('error', 'http.failed', { message: String(error) }));
  };
  const clients = createClientTable<Client>(timers, (client) => ended(client, 'idle'));
  const hold = (key: string, response: ServerResponse): void => void response.once('close', clients.hold(key));

  const begin = (value: unknown, response: ServerResponse): void => {
    const id = newId();
    const session = createHttpSession({
      ...{ server: serve({ isOneAgent: true }), log, newReply },
      onRefused() {
        if (!response.headersSent) response.removeHeader(SESSION_HEADER);
        // Only after it is answered.
        response.once('close', () => clients.delete(id) && ended(session, 'refused'));
      },
    });
    log('info', 'http.client_started', { era: 'session' });
    clients.add(id, session);
    hold(id, response);
    response.setHeader(SESSION_HEADER, id);
    session.post(value, response);
  };
  /**
   * Returns the client of a request without a session. Clients with equal names and capabilities share one. Undefined if
   * the table is full.
   */
  const statelessFor = (key: string): StatelessClient | undefined => {
    const found = clients.get(key) as StatelessClient | undefined;
    if (found !== undefined || !clients.makeRoom()) return found;
    const client = createStatelessClient({ server: serve({ isOneAgent: false }), log, newReply });
    log('info', 'http.client_started', { era: 'stateless' });
    clients.add(key, client);
    return client;
  };

  return {
    post(value, request, response) {
      const message = classifyMessage(value);
      const { [VERSION_HEADER]: version, [SESSION_HEADER]: session } = request.headers;
      if (message.kind === 'request') {
        const meta = readMeta(request, message);
        if (meta instanceof RpcError) return refuse(response, { status: 400, ...toWire(meta), id: message.id });
        if (meta !== undefined) {
          const key = JSON.stringify([meta.clientName, meta.capabilities]);
          const client = statelessFor(key);
          if (client === undefined) return refuse(response, { ...FULL, id: message.id });
          hold(key, response);
          return client.postAlone(value, response);
        }
        if (message.method === 'initialize') {
          if (session === undefined && clients.makeRoom()) return begin(value, response);
          return refuse(response, { ...(session === undefined ? FULL : BEGUN), id: message.id });
        }
      } else if (message.kind === 'notification' && REQUEST_VERSIONS.includes(String(version))) {
        response.writeHead(202).end();
        return;
      }
      const found = sessionOf(request, clients);
      if ('status' in found) return refuse(response, found);
      hold(found[0], response);
      found[1].post(value, response);
    },
    listen(request, response) {
      const found = sessionOf(request, clients);
      if ('status' in found) return refuse(response, found);
      hold(found[0], response);
      found[1].listen(response);
    },
    end(request, response) {
      const found = sessionOf(request, clients);
      if ('status' in found) return refuse(response, found);
      clients.delete(found[0]);
      ended(found[1], 'deleted');
      response.writeHead(204).end();
    },
    close() {
      for (const client of clients.values()) client.close();
    },
    abort: async () => void (await Promise.all(clients.values().map((client) => client.abort()))),
  };
}

/** Returns the session that a request names, with its id. */
function sessionOf(
  { headers }: IncomingMessage,
  clients: ClientTable<Client>,
): readonly [string, HttpSession] | Refusal {
  const id = headers[SESSION_HEADER];
  if (typeof id !== 'string') return { status: 400, message: 'Mcp-Session-Id is missing: begin with "initialize"' };
  const found = clients.get(id);
  if (found === undefined || !('listen' in found)) {
    return { status: 404, message: 'There is no such session, or it has ended: begin with "initialize"' };
  }
  const version = headers[VERSION_HEADER];
  if (version === undefined || version === found.version) return [id, found];
  const given = JSON.stringify(String(version).slice(0, 100));
  return { status: 400, message: `MCP-Protocol-Version ${given}: the session has agreed on ${found.version}` };
}

/** Returns the metadata of a request, or an error if it is invalid or contradicts the headers. */
function readMeta(
  { headers }: IncomingMessage,
  { method, params }: RequestMessage,
): RequestMeta | undefined | RpcError {
  const header = (name: string): string | undefined => {
    const value = headers[name.toLowerCase()];
    return typeof value === 'string' ? value : undefined;
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

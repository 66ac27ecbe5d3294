import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RPC } from '../../../src/mcp/json-rpc.ts';
import { readMessage } from '../../../src/mcp/read-message.ts';
import { checkHttpRequest, MCP_PATH } from './check-request.ts';
import { createHttpClients, type HttpClientsOptions } from './http-clients.ts';
import { MAX_BODY_BYTES, readBody } from './read-body.ts';
import { type Refusal, refuseRequest } from './refusal.ts';
import { createReply, type Reply } from './reply.ts';

export interface ServeHttpOptions extends Omit<HttpClientsOptions, 'newReply'> {
  /** TCP port; 0 for any free one. */
  readonly port: number;
  readonly key: string;
}

export interface HttpServing {
  /** URL of the MCP endpoint. */
  readonly url: string;
  /** Stops serving. In-flight calls get `DRAIN_MS` to finish. */
  close(): Promise<void>;
}

const HOST = '127.0.0.1';
/** Max milliseconds for in-flight calls to finish at the end. */
export const DRAIN_MS = 5000;

/** Max connections. A client has a stream and a few requests open. */
const MAX_CONNECTIONS = 1024;

const ENDING: Refusal = { status: 503, message: 'The gateway is shutting down' };

/**
 * Serves MCP's Streamable HTTP on loopback, in all protocol versions. The SDK's server is not used: it parses bodies with
 * `JSON.parse`, which rounds large numbers, and a bad call would fail differently than over stdio. Rejects with the
 * system's error if it cannot listen.
 */
export async function serveHttp({ port, key, ...options }: ServeHttpOptions): Promise<HttpServing> {
  const { timers, log } = options;
  const replies = new Set<Reply>();
  const newReply = (response: ServerResponse): Reply => {
    const reply = createReply(response, timers);
    replies.add(reply);
    void reply.closed.then(() => replies.delete(reply));
    return reply;
  };
  const clients = createHttpClients({ ...options, newReply });
  let isEnding = false;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const refusal = checkHttpRequest(request, key) ?? (isEnding ? ENDING : undefined);
    if (refusal !== undefined) {
      log('warn', 'http.refused', { status: refusal.status });
      refuseRequest(response, refusal);
    } else if (request.method === 'GET') clients.listen(request, response);
    else if (request.method === 'DELETE') clients.end(request, response);
    else {
      const posted = checkTypes(request) ?? (await readPosted(request));
      if ('status' in posted) refuseRequest(response, posted);
      // The server may have begun to shut down while the body was read.
      else if (isEnding) refuseRequest(response, ENDING);
      else clients.post(posted.value, request, response);
    }
  };
  const server = createServer((request, response) => {
    response.on('error', () => {});
    answer(request, response).catch((error: unknown) => {
      // A client that disconnects in the middle of its body is not our error.
      if (request.destroyed && !request.complete) return;
      log('error', 'http.failed', { message: String(error) });
      refuseRequest(response, { status: 500, code: RPC.internalError, message: 'Internal error' });
    });
  });
  server.maxConnections = MAX_CONNECTIONS;
  await listening(server, port, (error) => log('error', 'http.failed', { message: String(error) }));
  return {
    url: `http://${HOST}:${(server.address() as AddressInfo).port}${MCP_PATH}`,
    async close() {
      isEnding = true;
      const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
      clients.close();
      let cancel = (): void => {};
      const late = new Promise<void>((resolve) => {
        cancel = timers.after(DRAIN_MS, resolve);
      });
      await Promise.race([late, Promise.all(Array.from(replies, (reply) => reply.closed))]);
      cancel();
      for (const reply of replies) reply.refuse(ENDING);
      await clients.abort();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function readPosted(request: IncomingMessage): Promise<{ readonly value: unknown } | Refusal> {
  const body = await readBody(request);
  if (body === undefined) {
    return { status: 413, message: `The body is too large: expected at most ${MAX_BODY_BYTES} bytes` };
  }
  try {
    return { value: readMessage(body) };
  } catch {
    return { status: 400, code: RPC.parseError, message: 'Parse error' };
  }
}

function checkTypes({ headers }: IncomingMessage): Refusal | undefined {
  const { accept = '*/*', 'content-type': type = '' } = headers;
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    return { status: 415, message: 'Content-Type: expected application/json' };
  }
  const isAny = accept.includes('*/*');
  if (isAny || (accept.includes('application/json') && accept.includes('text/event-stream'))) return undefined;
  return { status: 406, message: 'Accept: expected application/json and text/event-stream' };
}

function listening(server: Server, port: number, onError: (error: Error) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, HOST, () => {
      server.off('error', reject);
      // A connection that cannot be accepted must not end others.
      server.on('error', onError);
      resolve();
    });
  });
}

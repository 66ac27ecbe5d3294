import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RPC } from '../../../src/mcp/json-rpc.ts';
import { readMessage } from '../../../src/mcp/read-message.ts';
import { INSTANCE, INSTANCE_HEADER } from '../../platform/process/instance-header.ts';
import { HttpClients, type HttpClientsOptions } from './http-clients.ts';
import { type Refusal, refuseRequest } from './refusal.ts';
import { createReply, type Reply } from './reply.ts';

const MCP_PATH = '/mcp';
const METHODS = ['POST', 'GET', 'DELETE'];
// Allows only a name and a port. A URL parser would also take "evil@localhost" for this machine.
const LOOPBACK_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i;

/**
 * Refuses requests without the key, before the body is read, and requests from other sites' pages. A browser sends the
 * page's site in `Origin` and the requested name in `Host`, which reveals DNS rebinding (MCP, "Streamable HTTP",
 * "Security Warning"). Also refuses requests that this gateway itself has sent, because they would open sessions
 * without end. Returns undefined if the request may pass.
 */
function checkHttpRequest({ headers, url = '', method = '' }: IncomingMessage, key: string): Refusal | undefined {
  const { host = '', origin, authorization } = headers;
  if (!LOOPBACK_HOST.test(host)) return { status: 403, message: `Host ${shown(host)}: expected this machine` };
  if (origin !== undefined && !isLoopbackOrigin(origin)) {
    return { status: 403, message: `Origin ${shown(origin)}: expected this machine` };
  }
  const given = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
  if (given === undefined || !isSame(given, key)) {
    const why = given === undefined ? '' : ', error="invalid_token"';
    const message = given === undefined ? 'A bearer key is required' : 'The bearer key is not the one of this gateway';
    return { status: 401, message, headers: { 'WWW-Authenticate': `Bearer realm="mcp-pruner"${why}` } };
  }
  const [path = ''] = url.split('?');
  if (path !== MCP_PATH) return { status: 404, message: `Nothing is at ${shown(path)}: expected ${MCP_PATH}` };
  if (headers[INSTANCE_HEADER] === INSTANCE) {
    return { status: 508, message: 'This is the gateway itself: remove its own address from "mcpServers"' };
  }
  if (METHODS.includes(method)) return undefined;
  const message = `${method} is not supported: expected ${METHODS.join(', ')}`;
  return { status: 405, message, headers: { Allow: METHODS.join(', ') } };
}

function isLoopbackOrigin(origin: string): boolean {
  const [, host = ''] = /^https?:\/\/(.*)$/i.exec(origin) ?? [];
  return LOOPBACK_HOST.test(host);
}

/** Compares in constant time, whatever the position of a difference and the lengths. */
const isSame = (given: string, key: string): boolean => timingSafeEqual(digest(given), digest(key));

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

const shown = (value: string): string => JSON.stringify(value.slice(0, 200));

/** Max bytes of a message, or of a batch. */
export const MAX_BODY_BYTES: number = 4 * 1024 * 1024;

/**
 * Reads the body; undefined if it is too long. A long body is read to the end too, because many clients read the answer
 * only after sending all of it.
 */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  let parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes <= MAX_BODY_BYTES) parts.push(part);
    else parts = [];
  }
  return bytes > MAX_BODY_BYTES ? undefined : Buffer.concat(parts).toString('utf8');
}

export interface ServeHttpOptions extends Omit<HttpClientsOptions, 'newReply'> {
  /** TCP port; 0 for any free one. */
  readonly port: number;
  readonly key: string;
}

export type HttpServing = Readonly<Awaited<ReturnType<typeof serveHttp>>>;

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
export async function serveHttp({ port, key, ...options }: ServeHttpOptions) {
  const { timers, log } = options;
  const replies = new Set<Reply>();
  const newReply = (response: ServerResponse): Reply => {
    const reply = createReply(response, timers);
    replies.add(reply);
    void reply.closed.then(() => replies.delete(reply));
    return reply;
  };
  const clients = new HttpClients({ ...options, newReply });
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
    /** URL of the MCP endpoint. */
    url: `http://${HOST}:${(server.address() as AddressInfo).port}${MCP_PATH}`,
    /** Stops serving. In-flight calls get `DRAIN_MS` to finish. */
    async close(): Promise<void> {
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

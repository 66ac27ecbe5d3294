import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { INSTANCE, INSTANCE_HEADER } from '../../platform/process/instance-header.ts';
import type { Refusal } from './refusal.ts';

export const MCP_PATH = '/mcp';
const METHODS = ['POST', 'GET', 'DELETE'];
// Allows only a name and a port. A URL parser would also take "evil@localhost" for this machine.
const LOOPBACK_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i;

/**
 * Refuses requests without the key, before the body is read, and requests from other sites' pages. A browser sends the
 * page's site in `Origin` and the requested name in `Host`, which reveals DNS rebinding (MCP, "Streamable HTTP",
 * "Security Warning"). Also refuses requests that this gateway itself has sent, because they would open sessions
 * without end. Returns undefined if the request may pass.
 */
export function checkHttpRequest(
  { headers, url = '', method = '' }: IncomingMessage,
  key: string,
): Refusal | undefined {
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
function isSame(given: string, key: string): boolean {
  return timingSafeEqual(digest(given), digest(key));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function shown(value: string): string {
  return JSON.stringify(value.slice(0, 200));
}

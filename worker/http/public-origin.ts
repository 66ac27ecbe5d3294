import type { Context } from 'hono';
import { isLoopbackHost } from '../access/loopback-host.ts';

/**
 * Where the browser reaches this worker: a proxy that ends TLS says so in `X-Forwarded-Proto`. Whoever forges that header
 * deceives themselves alone: their cookie is not sent back, their command does not run.
 */
export function publicOrigin(c: Context): string {
  const { origin, host, protocol } = new URL(c.req.url);
  return protocol === 'http:' && c.req.header('x-forwarded-proto') === 'https' ? `https://${host}` : origin;
}

/**
 * False for a browser or client beyond this machine that was reached over http: whoever is in between would read a new
 * key. A proxy that ends TLS has to send `X-Forwarded-Proto`.
 */
export function mayShowKey(c: Context): boolean {
  const { protocol, hostname } = new URL(publicOrigin(c));
  return protocol === 'https:' || isLoopbackHost(hostname);
}

/** Why no key was made. */
export const OVER_HTTP =
  'A new key is shown over https only, or to this machine. Behind a proxy that ends TLS, have it send X-Forwarded-Proto.';

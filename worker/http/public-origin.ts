import type { Context } from 'hono';
import { isLoopbackHost } from './loopback-host.ts';

/**
 * Returns the origin under which the browser reaches this worker; a proxy that ends TLS sets `X-Forwarded-Proto`.
 * Forging that header only harms the sender: the browser does not return a Secure cookie over http, and the command on
 * the page has a URL that does not work.
 */
export function publicOrigin(c: Context): string {
  const { origin, host, protocol } = new URL(c.req.url);
  return protocol === 'http:' && c.req.header('x-forwarded-proto') === 'https' ? `https://${host}` : origin;
}

/**
 * False for a remote client over http, because anyone in between could read a key. A proxy that ends TLS must send
 * `X-Forwarded-Proto`.
 */
export function isPrivate(c: Context): boolean {
  const { protocol, hostname } = new URL(publicOrigin(c));
  return protocol === 'https:' || isLoopbackHost(hostname);
}

/** Message if no key is created, because the request came over plain http. */
export const OVER_HTTP =
  'A new key is shown only over https or to this machine. If a proxy ends TLS, configure it to send X-Forwarded-Proto.';

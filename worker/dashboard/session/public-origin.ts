import type { Context } from 'hono';

/**
 * Where the browser reaches this worker: a proxy that ends TLS says so in `X-Forwarded-Proto`. Whoever forges that header
 * deceives themselves alone: their cookie is not sent back, their command does not run.
 */
export function publicOrigin(c: Context): string {
  const { origin, host, protocol } = new URL(c.req.url);
  return protocol === 'http:' && c.req.header('x-forwarded-proto') === 'https' ? `https://${host}` : origin;
}

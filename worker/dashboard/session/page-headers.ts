import type { MiddlewareHandler } from 'hono';
import type { DashboardContext } from './dashboard-context.ts';

/** Forbids scripts, foreign resources and framing. */
const CONTENT_SECURITY_POLICY: string = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self' data:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Sets the headers of every dashboard answer. */
export function pageHeaders(): MiddlewareHandler<DashboardContext> {
  return async (c, next) => {
    await next();
    c.header('Content-Security-Policy', CONTENT_SECURITY_POLICY);
    c.header('Referrer-Policy', 'same-origin');
    if (!c.res.headers.has('Cache-Control')) c.header('Cache-Control', 'no-store');
  };
}

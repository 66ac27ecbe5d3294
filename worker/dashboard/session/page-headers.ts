import type { MiddlewareHandler } from 'hono';
import type { DashboardContext } from './dashboard-context.ts';

/** No scripts, nothing from elsewhere, nobody's frame. */
export const CONTENT_SECURITY_POLICY: string = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self' data:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** What every answer of the dashboard carries. */
export function pageHeaders(): MiddlewareHandler<DashboardContext> {
  return async (c, next) => {
    await next();
    c.header('Content-Security-Policy', CONTENT_SECURITY_POLICY);
    c.header('Referrer-Policy', 'same-origin');
    if (!c.res.headers.has('Cache-Control')) c.header('Cache-Control', 'no-store');
  };
}

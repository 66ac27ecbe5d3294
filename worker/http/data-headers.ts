import type { MiddlewareHandler } from 'hono';
import type { WorkerContext } from '../worker-context.ts';

/** What tells browsers about pages alone is missing: it would take as long to write as the rest. */
const HEADERS: readonly (readonly [name: string, value: string])[] = [
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['Referrer-Policy', 'no-referrer'],
  ['Strict-Transport-Security', 'max-age=15552000; includeSubDomains'],
  ['X-Content-Type-Options', 'nosniff'],
];

/**
 * What every answer carries that is no page; a route may set another value. Set beforehand: an answer whose headers are
 * touched once it is made is made again by some runtimes.
 */
export function dataHeaders(): MiddlewareHandler<WorkerContext> {
  return async (c, next) => {
    for (const [name, value] of HEADERS) c.header(name, value);
    await next();
  };
}

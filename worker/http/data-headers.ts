import type { MiddlewareHandler } from 'hono';
import type { WorkerContext } from './worker-context.ts';

/** Headers for data. Those that only matter for pages are omitted, because they take as long to write as these. */
const HEADERS: readonly (readonly [name: string, value: string])[] = [
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['Referrer-Policy', 'no-referrer'],
  ['Strict-Transport-Security', 'max-age=15552000; includeSubDomains'],
  ['X-Content-Type-Options', 'nosniff'],
];

/**
 * Sets the headers of every answer that is not a page; a route may override them. Set in advance, because some runtimes
 * copy an answer whose headers are changed afterwards.
 */
export function dataHeaders(): MiddlewareHandler<WorkerContext> {
  return async (c, next) => {
    for (const [name, value] of HEADERS) c.header(name, value);
    await next();
  };
}

import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import { traceFieldsIn } from '../../src/base/tracing/trace-fields.ts';
import type { Tracing } from '../../src/base/tracing/tracing.ts';
import type { WorkerContext } from './worker-context.ts';

/** Routes that monitoring requests every few seconds. */
const WATCHED: ReadonlySet<string> = new Set(['/health', '/ready', '/metrics']);

/**
 * Makes each request a server span, which continues the trace named in its headers. Attributes follow OpenTelemetry's
 * conventions for HTTP. The path is replaced by the route's pattern, because it may contain ids and keys.
 */
export function traceRequests(tracing: Tracing): MiddlewareHandler<WorkerContext> {
  return async (c, next) => {
    const { method } = c.req;
    if (WATCHED.has(c.req.path)) return await next();
    const parent = traceFieldsIn((name) => c.req.header(name));
    const attributes = { 'http.request.method': method };
    await tracing.span({ name: method, kind: 'server', attributes, parent }, async (span) => {
      await next();
      const { status } = c.res;
      const route = routePath(c, -1);
      if (!route.endsWith('*')) {
        span.rename(`${method} ${route}`);
        span.set({ 'http.route': route });
      }
      span.set({ 'http.response.status_code': status });
      if (status >= 500) span.fail(String(status));
    });
  };
}

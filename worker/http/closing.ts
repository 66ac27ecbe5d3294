import type { MiddlewareHandler } from 'hono';
import type { WorkerContext } from '../worker-context.ts';

/**
 * Tells a client, once the worker is stopping, that its connection ends with this answer: a next request sent on it would
 * be lost when the connection is closed.
 */
export function closing(isStopping: () => boolean): MiddlewareHandler<WorkerContext> {
  return async (c, next) => {
    await next();
    if (isStopping()) c.header('Connection', 'close');
  };
}

import type { MiddlewareHandler } from 'hono';
import type { WorkerContext } from './worker-context.ts';

/**
 * Tells clients that their connection closes after this answer if the worker is stopping. Another request on it would
 * be lost.
 */
export function closing(isStopping: () => boolean): MiddlewareHandler<WorkerContext> {
  return async (c, next) => {
    await next();
    if (isStopping()) c.header('Connection', 'close');
  };
}

import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { Principal } from '../../src/access/principal.ts';
import type { WorkerContext } from '../worker-context.ts';
import type { WorkerLog } from './worker-event.ts';

/** Logs every request once it is answered. */
export function logRequests(log: WorkerLog, now: () => number): MiddlewareHandler<WorkerContext> {
  return async (c, next) => {
    const started = now();
    await next();
    const record = c.get('record');
    log({
      event: 'request',
      request_id: c.get('requestId'),
      method: c.req.method,
      route: routePath(c, -1),
      status: c.res.status,
      duration_ms: now() - started,
      // Unset where nobody was admitted.
      team: (c.get('principal') as Principal | undefined)?.team,
      key: (c.get('principal') as Principal | undefined)?.key,
      failure: c.get('failure'),
      dialect: record?.dialect,
      kind: record?.kind,
      engine: record?.engine,
      tokens_in: record?.tokensIn,
      tokens_out: record?.tokensOut,
    });
  };
}

import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { RequestFailureCode } from '../../../src/prune-api/request-failure.ts';
import type { Principal } from '../../../src/teams/keys/principal.ts';
import type { WorkerContext } from '../worker-context.ts';
import type { WorkerLog } from './worker-event.ts';

/** A request as the metrics count it. */
export interface CountedRequest {
  readonly team: string | undefined;
  readonly key?: string | undefined;
  readonly failure?: RequestFailureCode | undefined;
  readonly route: string;
  readonly status: number;
}

/** Logs and counts every answered request. */
export function logRequests(
  log: WorkerLog,
  now: () => number,
  count: (request: CountedRequest) => void,
): MiddlewareHandler<WorkerContext> {
  return async (c, next) => {
    const started = now();
    await next();
    const record = c.get('record');
    // Unset if the sender is unknown.
    const principal: Principal | undefined = c.get('principal');
    const route = routePath(c, -1);
    const failure = c.get('failure');
    count({ team: principal?.team, key: principal?.key, failure, route, status: c.res.status });
    log({
      event: 'request',
      request_id: c.get('requestId'),
      method: c.req.method,
      route,
      status: c.res.status,
      duration_ms: now() - started,
      team: principal?.team,
      key: principal?.key,
      failure,
      dialect: record?.dialect,
      kind: record?.kind,
      engine: record?.engine,
      tokens_in: record?.tokensIn,
      tokens_out: record?.tokensOut,
    });
  };
}

import { Hono } from 'hono';
import { wireFailure } from '../../src/wire/wire-failure.ts';
import type { Admit } from '../access/admit.ts';
import { answerFailure } from '../http/answer-failure.ts';
import type { WorkerContext } from '../worker-context.ts';
import { EXPOSITION_TYPE } from './exposition.ts';
import type { WorkerMetrics } from './worker-metrics.ts';

export interface MetricsRoutesDeps {
  readonly admit: Admit;
  readonly metrics: WorkerMetrics;
}

/** `GET /metrics`: for the administrator, keys with scope `admin`, and whoever uses a keyless worker. */
export function metricsRoutes({ admit, metrics }: MetricsRoutesDeps): Hono<WorkerContext> {
  return new Hono<WorkerContext>().get('/', admit(), (c) => {
    const principal = c.get('principal');
    if (principal.kind === 'key' && !principal.scopes.has('admin')) {
      return answerFailure(c, wireFailure('forbidden', 'Forbidden'));
    }
    return c.body(metrics.exposeTo(principal), 200, { 'Content-Type': EXPOSITION_TYPE, 'Cache-Control': 'no-store' });
  });
}

import { Hono } from 'hono';
import { requestFailure } from '../../../src/prune-api/request-failure.ts';
import type { Admit } from '../../access/admit.ts';
import type { TeamArtifacts } from '../../artifacts/team-artifacts.ts';
import { answerFailure } from '../../http/answer-failure.ts';
import type { WorkerContext } from '../../http/worker-context.ts';
import { EXPOSITION_TYPE } from './exposition.ts';
import type { WorkerMetrics } from './worker-metrics.ts';

export interface MetricsRoutesDeps {
  readonly admit: Admit;
  readonly metrics: WorkerMetrics;
  /** Undefined if nothing is stored. */
  readonly artifacts?: TeamArtifacts | undefined;
  readonly onStorageFailure?: ((error: unknown) => void) | undefined;
}

/** Serves `GET /metrics` to the administrator, to keys with scope `metrics` or `admin`, and to users of a keyless worker. */
export function metricsRoutes(deps: MetricsRoutesDeps): Hono<WorkerContext> {
  const { admit, metrics, artifacts, onStorageFailure } = deps;
  return new Hono<WorkerContext>().get('/', admit(), async (c) => {
    const principal = c.get('principal');
    const { kind, scopes } = principal;
    if (kind === 'key' && !scopes.has('metrics') && !scopes.has('admin')) {
      return answerFailure(c, requestFailure('forbidden', 'Forbidden'));
    }
    // If the storage fails, the other metrics are needed most.
    const kept = await artifacts?.usage().catch((error: unknown) => {
      onStorageFailure?.(error);
      return [];
    });
    return c.body(metrics.exposeTo(principal, kept), 200, {
      'Content-Type': EXPOSITION_TYPE,
      'Cache-Control': 'no-store',
    });
  });
}

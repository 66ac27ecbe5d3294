import { Hono } from 'hono';
import type { WorkerContext } from '../../http/worker-context.ts';
import type { StorageWatch } from '../../ledger/storage-watch.ts';
import type { HealthAnswer, ReadyAnswer } from './health-operation.ts';

export interface HealthDeps {
  readonly backend: string;
  /** Undefined without a database. */
  readonly watch: Pick<StorageWatch, 'check'> | undefined;
  /** True if keys are required, so that nobody gets in without a database. */
  readonly needsStorage: boolean;
  /** True once the worker is shutting down. */
  readonly isStopping: () => boolean;
}

const MISSING = { storage: 'missing' } as const;

/**
 * Creates the health routes. `GET /health` is cheap and only shows that the process answers; `GET /ready` also writes
 * to the storage, because a full disk or a removed file can still be read.
 */
export function healthRoutes({ backend, watch, needsStorage, isStopping }: HealthDeps): Hono<WorkerContext> {
  const isDegraded = watch === undefined && needsStorage;
  const health: HealthAnswer = {
    status: isDegraded ? 'degraded' : 'healthy',
    ...{ model_loaded: true, ok: true, backend },
    ...(isDegraded && MISSING),
  };
  return new Hono<WorkerContext>()
    .get('/health', (c) => c.json(health))
    .get('/ready', async (c) => {
      const found = watch === undefined ? MISSING : await watch.check();
      const ready = !isStopping() && found.storage !== 'failing' && !isDegraded;
      const answer: ReadyAnswer = { ready, ...found };
      return c.json(answer, ready ? 200 : 503);
    });
}

import { Hono } from 'hono';
import type { SqlDatabase } from '../../../src/storage/sql-database.ts';
import type { WorkerContext } from '../../http/worker-context.ts';
import type { HealthAnswer, ReadyAnswer } from './health-operation.ts';

export interface HealthDeps {
  readonly backend: string;
  readonly database: SqlDatabase | undefined;
  /** True if keys are required, so that nobody gets in without a database. */
  readonly needsStorage: boolean;
  /** True once the worker is shutting down. */
  readonly isStopping: () => boolean;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
}

/** How long a database check is cached, in milliseconds: anyone may call the route, and each check costs a query. */
const BELIEVED_MS = 1_000;

/**
 * Creates the health routes. `GET /health` is cheap and only shows that the process answers; `GET /ready` also checks
 * the storage.
 */
export function healthRoutes({ backend, database, needsStorage, isStopping, now }: HealthDeps): Hono<WorkerContext> {
  const isDegraded = database === undefined && needsStorage;
  const health: HealthAnswer = {
    status: isDegraded ? 'degraded' : 'healthy',
    ...{ model_loaded: true, ok: true, backend },
    ...(isDegraded && { storage: 'missing' }),
  };
  let looked: { readonly at: number; readonly ok: boolean } | undefined;
  const storage = async (): Promise<ReadyAnswer['storage']> => {
    if (database === undefined) return 'missing';
    if (looked === undefined || now() - looked.at >= BELIEVED_MS) {
      const ok = await database.query('SELECT 1').then(
        () => true,
        () => false,
      );
      looked = { at: now(), ok };
    }
    return looked.ok ? 'ok' : 'failing';
  };
  return new Hono<WorkerContext>()
    .get('/health', (c) => c.json(health))
    .get('/ready', async (c) => {
      const found = await storage();
      const ready = !isStopping() && found !== 'failing' && !(found === 'missing' && needsStorage);
      const answer: ReadyAnswer = { ready, storage: found };
      return c.json(answer, ready ? 200 : 503);
    });
}

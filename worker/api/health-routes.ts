import { Hono } from 'hono';
import type { SqlDatabase } from '../../src/storage/sql-database.ts';
import type { WorkerContext } from '../worker-context.ts';
import type { HealthAnswer, ReadyAnswer } from './health-operation.ts';

export interface HealthDeps {
  readonly backend: string;
  readonly database: SqlDatabase | undefined;
  /** Keys are asked for, so that without a database nobody gets in. */
  readonly needsStorage: boolean;
  /** True once the worker takes its leave. */
  readonly isStopping: () => boolean;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
}

/** How long what the database said is believed, in milliseconds: anybody may ask, and each look costs a query. */
const BELIEVED_MS = 1_000;

/** `GET /health` tells that the process answers and is asked often; `GET /ready` looks at the storage as well. */
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

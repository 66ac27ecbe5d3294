import { Hono } from 'hono';
import type { SqlDatabase } from '../../../src/storage/sql-database.ts';
import { SQL_CAUSES, toSqlError } from '../../../src/storage/sql-error.ts';
import { tryWrite } from '../../../src/teams/usage/try-write.ts';
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
  /** Called when the storage begins to fail. */
  readonly onStorageFailure: (error: unknown) => void;
}

/** How long a database check is cached, in milliseconds: anyone may call the route, and each check costs a write. */
const BELIEVED_MS = 1_000;

/**
 * Creates the health routes. `GET /health` is cheap and only shows that the process answers; `GET /ready` also writes
 * to the storage, because a full disk or a removed file can still be read.
 */
export function healthRoutes(deps: HealthDeps): Hono<WorkerContext> {
  const { backend, database, needsStorage, isStopping } = deps;
  const isDegraded = database === undefined && needsStorage;
  const health: HealthAnswer = {
    status: isDegraded ? 'degraded' : 'healthy',
    ...{ model_loaded: true, ok: true, backend },
    ...(isDegraded && { storage: 'missing' }),
  };
  const storage = database === undefined ? async () => MISSING : storageCheck(database, deps);
  return new Hono<WorkerContext>()
    .get('/health', (c) => c.json(health))
    .get('/ready', async (c) => {
      const found = await storage();
      const ready = !isStopping() && found.storage !== 'failing' && !(found.storage === 'missing' && needsStorage);
      const answer: ReadyAnswer = { ready, ...found };
      return c.json(answer, ready ? 200 : 503);
    });
}

type StorageState = Omit<ReadyAnswer, 'ready'>;

const MISSING: StorageState = { storage: 'missing' };

function storageCheck(
  database: SqlDatabase,
  { now, onStorageFailure }: Pick<HealthDeps, 'now' | 'onStorageFailure'>,
): () => Promise<StorageState> {
  let looked: { readonly at: number; readonly state: Promise<StorageState> } | undefined;
  let isFailing = false;
  const look = async (): Promise<StorageState> => {
    try {
      await tryWrite(database);
      isFailing = false;
      return { storage: 'ok' };
    } catch (error) {
      if (!isFailing) onStorageFailure(error);
      isFailing = true;
      return { storage: 'failing', cause: SQL_CAUSES[toSqlError(error).code] };
    }
  };
  return async () => {
    if (looked === undefined || Math.abs(now() - looked.at) >= BELIEVED_MS) looked = { at: now(), state: look() };
    return looked.state;
  };
}

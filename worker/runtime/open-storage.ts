import { wait } from '../../src/base/in-time.ts';
import type { BurstOptions } from '../../src/storage/bursts.ts';
import type { SqlDatabase } from '../../src/storage/sql-database.ts';
import { SQL_CAUSES, type SqlErrorCode, sqlErrorIn } from '../../src/storage/sql-error.ts';
import type { Reach, ServerState } from '../../src/storage/with-breaker.ts';
import type { PostgresOptions } from './open-postgres.ts';
import { openDataFile, rememberDamage } from './sqlite-file.ts';

/** The database of a worker: a file, or on a server. */
export interface OpenedStorage {
  readonly database: SqlDatabase | undefined;
  /** The module of PostgreSQL, which is loaded only for it; undefined for a file. */
  readonly postgres: typeof import('./open-postgres.ts') | undefined;
  /** Undefined for a file. */
  readonly server: ServerState | undefined;
  /** Call it when the file is found damaged. Undefined for a server. */
  readonly onDamage: (() => void) | undefined;
  /**
   * Resolves once the database is migrated. Calls `onWait` with the reason whenever the server is not there yet. Rejects
   * after a minute, once `stop` is aborted, and if the database cannot be used.
   */
  prepare(onWait: (cause: string) => Promise<void>, stop: AbortSignal): Promise<void>;
}

export interface OpenStorageOptions {
  /** Undefined: a file in `dataDir`. */
  readonly server: Pick<PostgresOptions, 'url' | 'connections'> | undefined;
  readonly dataDir: string;
  readonly loopTurn: BurstOptions['loopTurn'];
  /** True to use a file that was found damaged. */
  readonly acceptsDamage: boolean;
  readonly onReach: (reach: Reach) => void;
}

/** Milliseconds for which a worker waits at its start, and between two attempts. */
const PATIENCE_MS = 60_000;
const AGAIN_MS = 500;
/** Failures of a server that may be there soon. */
const PASSING: ReadonlySet<SqlErrorCode> = new Set<SqlErrorCode>(['away', 'busy', 'crowded', 'full']);

/** Opens the storage. A server is asked nothing yet. Rejects if a file cannot be used. */
export async function openStorage({ server, dataDir, onReach, ...file }: OpenStorageOptions): Promise<OpenedStorage> {
  if (server === undefined) {
    const database = await openDataFile(dataDir, file);
    const onDamage = (): void => rememberDamage(dataDir);
    return { database, postgres: undefined, server: undefined, onDamage, prepare: async () => {} };
  }
  const postgres = await import('./open-postgres.ts');
  let reach: Reach = 'up';
  const reached = (now: Reach): void => {
    reach = now;
    onReach(now);
  };
  const database = postgres.connectPostgres({ ...server, onReach: reached });
  return {
    ...{ database, postgres, onDamage: undefined },
    server: { reach: () => reach, waiting: database.waiting },
    async prepare(onWait, stop) {
      const until = performance.now() + PATIENCE_MS;
      for (;;) {
        try {
          return await postgres.preparePostgres(database, server.url);
        } catch (error) {
          const code = sqlErrorIn(error)?.code;
          if (code === undefined || !PASSING.has(code) || performance.now() > until || stop.aborted) throw error;
          await onWait(SQL_CAUSES[code]);
          await wait(AGAIN_MS);
        }
      }
    },
  };
}

import { chmodSync, closeSync, openSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Migration } from '../../../src/storage/migration.ts';
import { isDamage, openSqlite } from '../../../src/storage/open-sqlite.ts';
import type { SqlDatabase } from '../../../src/storage/sql-database.ts';
import { toSqlError } from '../../../src/storage/sql-error.ts';
import { makeFolder } from '../files/make-folder.ts';
import { systemTimers, type Timers } from '../timers.ts';
import { loadSqlite } from './load-sqlite.ts';
import { moveAside } from './move-aside.ts';

export interface OpenSqliteOptions {
  readonly file: string;
  readonly migrations: readonly Migration[];
  /**
   * Called with the new path when a damaged file, or one that is no database, was moved aside. A new database replaces
   * it.
   */
  readonly onSetAside: (to: string, cause: Error) => void;
  /** Default: the system's. */
  readonly timers?: Timers;
}

/** Max bytes of a file to verify when it is opened (about 10 ms). Damage in a larger file shows only on use. */
const MAX_CHECKED = 16 * 1024 * 1024;
/** Retry interval in milliseconds. 200 tries take five seconds, which is also the time limit of a statement. */
export const RETRY_MS = 25;
const MAX_TRIES = 200;

/**
 * Opens a database that only its owner can read (file 0600, folder 0700), and migrates it. A damaged file is moved
 * aside, never overwritten. Rejects if the folder or the file is unusable.
 */
export async function openSqliteFile(options: OpenSqliteOptions): Promise<SqlDatabase> {
  makeFolder(path.dirname(options.file));
  try {
    return await openInTurn(options);
  } catch (error) {
    if (!isDamage(error)) throw error;
    options.onSetAside(moveAside(options.file, 'damaged'), error as Error);
    return await openInTurn(options);
  }
}

/** Opens the database with retries. If several processes start together, only one can set up write-ahead logging. */
async function openInTurn(options: OpenSqliteOptions): Promise<SqlDatabase> {
  const { timers = systemTimers } = options;
  for (let tries = 1; ; tries++) {
    try {
      return await open(options);
    } catch (error) {
      if (toSqlError(error).code !== 'busy' || tries === MAX_TRIES) throw error;
      await new Promise<void>((resolve) => void timers.after(RETRY_MS, resolve));
    }
  }
}

async function open({ file, migrations }: OpenSqliteOptions): Promise<SqlDatabase> {
  const { DatabaseSync } = await loadSqlite();
  // Create the file before SQLite does. SQLite gives the files beside it the same mode.
  closeSync(openSync(file, 'a', 0o600));
  chmodSync(file, 0o600);
  const isVerified = statSync(file).size <= MAX_CHECKED;
  return await openSqlite(new DatabaseSync(file), { migrations, isVerified });
}

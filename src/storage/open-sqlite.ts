import { migrate } from './migrate.ts';
import type { Migration } from './migration.ts';
import type { SqlDatabase } from './sql-database.ts';
import { toSqlError } from './sql-error.ts';
import { createSqliteDatabase, type SqliteHandle, type SqliteOptions } from './sqlite-driver.ts';

export interface OpenedSqlite extends Pick<SqliteOptions, 'isGone' | 'loopTurn'> {
  /** Default: those of the worker. */
  readonly migrations?: readonly Migration[] | undefined;
  /** True to verify the whole file, about 1 ms a megabyte. Otherwise damage shows only on use. */
  readonly isVerified: boolean;
}

/** Migrates a database file that was just opened. Closes it and rejects if it is damaged or cannot be migrated. */
export async function openSqlite(
  handle: SqliteHandle,
  { migrations, isVerified, ...options }: OpenedSqlite,
): Promise<SqlDatabase> {
  try {
    const database = createSqliteDatabase(handle, options);
    await migrate(database, migrations);
    if (isVerified) await verify(database);
    return database;
  } catch (error) {
    handle.close();
    throw error;
  }
}

/** True if an error, or one of its causes, says that a file is damaged or not a database. */
export function isDamage(error: unknown): boolean {
  return error instanceof Error && (toSqlError(error).code === 'damaged' || isDamage(error.cause));
}

/** Throws SQLite's finding if the file is damaged. Its first page may be intact while others are not. */
async function verify(database: SqlDatabase): Promise<void> {
  const { rows } = await database.query('PRAGMA quick_check(1)');
  const [said] = Object.values(rows[0] ?? {});
  if (said !== 'ok') throw new Error(`database disk image is malformed: ${String(said)}`);
}

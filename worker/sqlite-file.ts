import { chmod, mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { migrate } from '../src/storage/migrate.ts';
import type { SqlDatabase } from '../src/storage/sql-database.ts';
import { createSqliteDatabase, type SqliteHandle } from '../src/storage/sqlite-driver.ts';

const FILE = 'worker.sqlite';

/**
 * Opens the worker's database in a folder, both for their owner alone, and brings it up to date. Undefined where the
 * runtime has no `node:sqlite` (Node before 22.13). Rejects where the folder or the file cannot be used.
 */
export async function openSqliteFile(folder: string): Promise<SqlDatabase | undefined> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const sqlite = await loadSqlite();
  if (sqlite === undefined) return undefined;
  const file = path.join(folder, FILE);
  // Made before SQLite does, which gives its own files beside it the same mode.
  await (await open(file, 'a', 0o600)).close();
  await chmod(file, 0o600);
  const database = createSqliteDatabase(new sqlite.DatabaseSync(file));
  await migrate(database);
  return database;
}

async function loadSqlite(): Promise<{ DatabaseSync: new (file: string) => SqliteHandle } | undefined> {
  const { emitWarning } = process;
  // Loading it warns that it is experimental; stderr is for events.
  process.emitWarning = () => {};
  try {
    return await import('node:sqlite');
  } catch {
    return undefined;
  } finally {
    process.emitWarning = emitWarning;
  }
}

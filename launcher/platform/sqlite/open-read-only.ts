import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import type { SqliteHandle } from '../../../src/storage/sqlite-driver.ts';
import { loadSqlite } from './load-sqlite.ts';

/**
 * Opens another program's SQLite database without writing anything. A plain read-only connection would create or change
 * the `-shm` file of a database in WAL mode. If no program has the database open, it cannot change, so it is opened as
 * immutable. Otherwise its `-shm` file is only read. Rejects if that file is missing, since it would have to be
 * created.
 */
export async function openReadOnly(file: string): Promise<SqliteHandle> {
  const { DatabaseSync } = await loadSqlite();
  const [wal, shm, journal] = await Promise.all(['-wal', '-shm', '-journal'].map((end) => about(`${file}${end}`)));
  // SQLite would block on a named pipe.
  if ([wal, shm, journal].some((one) => one?.isFile() === false)) {
    throw new Error(`cannot open "${file}": expected regular files beside it (-wal, -shm, -journal)`);
  }
  const how = wal === undefined ? 'immutable=1' : 'readonly_shm=1';
  return new DatabaseSync(`${pathToFileURL(file).href}?${how}`, { readOnly: true });
}

const about = async (file: string): Promise<Stats | undefined> => await stat(file).catch(() => undefined);

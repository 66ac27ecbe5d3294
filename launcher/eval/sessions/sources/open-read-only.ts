import { stat } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import type { SqliteHandle } from '../../../../src/storage/sqlite-driver.ts';
import { loadSqlite } from '../../../storage/load-sqlite.ts';

/**
 * Opens another program's SQLite database without writing anything. A database in WAL mode that nobody has open would get
 * its `-wal` and `-shm` files from a plain read-only connection, and keep them; it cannot change either, so it is opened as
 * immutable.
 */
export async function openReadOnly(file: string): Promise<SqliteHandle> {
  const { DatabaseSync } = await loadSqlite();
  const isInUse = (await stat(`${file}-wal`).catch(() => undefined)) !== undefined;
  return new DatabaseSync(isInUse ? file : `${pathToFileURL(file).href}?immutable=1`, { readOnly: true });
}

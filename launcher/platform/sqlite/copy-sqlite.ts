import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { loadSqlite } from './load-sqlite.ts';
import { moveAside } from './move-aside.ts';

/** A database that cannot be copied. The message is for the user. */
class CopyError extends Error {
  override readonly name = 'CopyError';
}

type Sqlite = Awaited<ReturnType<typeof loadSqlite>>;
type Handle = InstanceType<Sqlite['DatabaseSync']>;

/** Tables that every worker's database has. */
const OF_A_WORKER = ['d1_migrations', 'teams', 'keys'];

/**
 * Copies a consistent snapshot of a database to another file, readable by its owner only. It includes the write-ahead
 * log, and works while a worker writes. The copy is verified before it gets its final name.
 */
export async function copySqlite(from: string, to: string): Promise<void> {
  const sqlite = await loadSqlite();
  const part = `${to}.part`;
  rmSync(part, { force: true });
  closeSync(openSync(part, 'wx', 0o600));
  try {
    withDatabase(sqlite, from, (database) => {
      checkWorkerDatabase(database, from);
      database.prepare('VACUUM INTO ?').run(part);
    });
    withDatabase(sqlite, part, (database) => checkWorkerDatabase(database, part));
    const descriptor = openSync(part, 'r+');
    fsyncSync(descriptor);
    closeSync(descriptor);
    renameSync(part, to);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
}

/**
 * Moves an unused database aside, including its write-ahead log, and resolves to its new name. Throws a `CopyError`
 * while another process has it open. A damaged database is moved as it is.
 */
export async function setAside(file: string): Promise<string> {
  const sqlite = await loadSqlite();
  const database = new sqlite.DatabaseSync(file);
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE');
    database.exec('BEGIN EXCLUSIVE');
    database.exec('COMMIT');
  } catch (error) {
    if (/locked|busy/i.test(wordsOf(error))) {
      throw new CopyError(`"${file}" is in use: stop the worker first`);
    }
  } finally {
    database.close();
  }
  return moveAside(file, 'before');
}

function withDatabase(sqlite: Sqlite, file: string, work: (database: Handle) => void): void {
  const database = new sqlite.DatabaseSync(file);
  try {
    database.exec('PRAGMA busy_timeout = 5000');
    work(database);
  } catch (error) {
    if (error instanceof CopyError) throw error;
    throw new CopyError(`"${file}" cannot be read as a database: ${wordsOf(error)}`, { cause: error });
  } finally {
    database.close();
  }
}

function checkWorkerDatabase(database: Handle, file: string): void {
  const [whole] = database.prepare('PRAGMA integrity_check(1)').all() as Record<string, unknown>[];
  const said = Object.values(whole ?? {})[0];
  if (said !== 'ok') throw new CopyError(`"${file}" is damaged: ${String(said)}`);
  const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all() as { name: string }[];
  const names = new Set(tables.map(({ name }) => name));
  const missing = OF_A_WORKER.find((name) => !names.has(name));
  if (missing !== undefined)
    throw new CopyError(`"${file}" is not a worker's database: it lacks the table "${missing}"`);
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

import { chmodSync, closeSync, existsSync, mkdirSync, openSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import { migrate } from '../../src/storage/migrate.ts';
import type { Migration } from '../../src/storage/migration.ts';
import type { SqlDatabase } from '../../src/storage/sql-database.ts';
import { toSqlError } from '../../src/storage/sql-error.ts';
import { createSqliteDatabase } from '../../src/storage/sqlite-driver.ts';
import { loadSqlite } from './load-sqlite.ts';

export interface OpenSqliteOptions {
  readonly file: string;
  readonly migrations: readonly Migration[];
  /** Told where a file that is no database, or a damaged one, was moved to; a fresh one takes its place. */
  readonly onSetAside: (to: string, cause: Error) => void;
}

/** What SQLite says of a file that it cannot read as a database: SQLITE_CORRUPT and SQLITE_NOTADB. */
const DAMAGED = /malformed|not a database/i;
/** A file of up to so many bytes is read through when it is opened: some 10 ms. Damage in a larger one shows on use. */
const MAX_CHECKED = 16 * 1024 * 1024;
/** Five seconds, as a statement has. */
const RETRY_MS = 25;
const MAX_TRIES = 200;
/** Files that SQLite keeps beside a database. */
const BESIDE = ['-wal', '-shm'];

/**
 * Opens a database for its owner alone (file 0600, folder 0700) and brings it up to date. A damaged file is set aside,
 * never written over. Rejects where the folder or the file cannot be used.
 */
export async function openSqliteFile(options: OpenSqliteOptions): Promise<SqlDatabase> {
  makeFolder(path.dirname(options.file));
  try {
    return await openInTurn(options);
  } catch (error) {
    if (!isDamage(error)) throw error;
    options.onSetAside(setAside(options.file), error as Error);
    return await openInTurn(options);
  }
}

/** Not by `recursive`: below a folder that is there and takes none (/proc), that has Node 24 turn for ever. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(path.dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have been first.
    if (!existsSync(folder)) throw error;
  }
}

/** Of processes that begin together one alone can set up write-ahead logging: the others try again. */
async function openInTurn(options: OpenSqliteOptions): Promise<SqlDatabase> {
  for (let tries = 1; ; tries++) {
    try {
      return await open(options);
    } catch (error) {
      if (toSqlError(error).code !== 'busy' || tries === MAX_TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

async function open({ file, migrations }: OpenSqliteOptions): Promise<SqlDatabase> {
  const { DatabaseSync } = await loadSqlite();
  // Made before SQLite does, which gives its own files beside it the same mode.
  closeSync(openSync(file, 'a', 0o600));
  chmodSync(file, 0o600);
  const handle = new DatabaseSync(file);
  try {
    const database = createSqliteDatabase(handle);
    await migrate(database, migrations);
    if (statSync(file).size <= MAX_CHECKED) await checkWhole(database);
    return database;
  } catch (error) {
    handle.close();
    throw error;
  }
}

function isDamage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return DAMAGED.test(error.message) || isDamage(error.cause);
}

/** Throws what SQLite says of a damaged file: its first page may be sound while others are not. */
async function checkWhole(database: SqlDatabase): Promise<void> {
  const { rows } = await database.query('PRAGMA quick_check(1)');
  const [said] = Object.values(rows[0] ?? {});
  if (said !== 'ok') throw new Error(`database disk image is malformed: ${String(said)}`);
}

/** Moves a database away, with the files beside it; the name it has then. */
function setAside(file: string): string {
  let number = 1;
  while (existsSync(`${file}.damaged-${number}`)) number += 1;
  const to = `${file}.damaged-${number}`;
  renameSync(file, to);
  for (const beside of BESIDE) if (existsSync(file + beside)) renameSync(file + beside, to + beside);
  return to;
}

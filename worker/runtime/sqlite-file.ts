import { mkdirSync, readFileSync, rmSync, type Stats, statSync, writeFileSync } from 'node:fs';
import { chmod, open, stat } from 'node:fs/promises';
import path from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };
import type { BurstOptions } from '../../src/storage/bursts.ts';
import { unknownSteps } from '../../src/storage/migrate.ts';
import { isDamage, openSqlite } from '../../src/storage/open-sqlite.ts';
import type { SqlDatabase } from '../../src/storage/sql-database.ts';
import { storedSessionSecret } from '../../src/teams/keys/sql-session-secret.ts';
import { lockFolder } from './folder-lock.ts';
import { loadWorkerSqlite, type Sqlite } from './load-sqlite.ts';
import { createSqliteReader } from './sqlite-reader.ts';

const FILE = 'worker.sqlite';
/** Holds the inode of a file that was found damaged. */
const MARKER = 'worker.damaged';
/** Max size of a file that is checked in full when opened: about 50 ms. Damage in a larger one shows on use. */
const MAX_CHECKED_BYTES = 64 * 1024 * 1024;

export interface DataFileOptions {
  readonly loopTurn?: BurstOptions['loopTurn'];
  /** True to use a file that was found damaged, as far as it can be read. Default false. */
  readonly acceptsDamage?: boolean | undefined;
}

/**
 * Opens and migrates the worker's database in a folder; folder and file are accessible to their owner only. Reports are
 * read in a thread; other statements run in this one, and `loopTurn` lets the event loop turn between them. Undefined if
 * the runtime has no `node:sqlite` (Node before 22.13). Rejects if the folder or file cannot be used, another worker uses
 * it, or it is damaged.
 */
export async function openDataFile(folder: string, options: DataFileOptions = {}): Promise<SqlDatabase | undefined> {
  makeFolder(path.resolve(folder));
  const sqlite = await loadWorkerSqlite();
  if (sqlite === undefined) return undefined;
  const lock = lockFolder(folder, (file) => new sqlite.DatabaseSync(file));
  let isLocked = true;
  const release = (): void => {
    if (isLocked) lock.close();
    isLocked = false;
  };
  try {
    const database = await openFile(folder, sqlite, options);
    const reader = createSqliteReader(path.join(folder, FILE));
    return {
      ...database,
      report: (sql, ...params) => reader.query({ sql, params }),
      close() {
        reader.close();
        database.close();
        release();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}

/** Needed because Node's `recursive` never returns if a folder exists and nothing can be created in it, as in /proc. */
function makeFolder(folder: string): void {
  if (isFolder(folder)) return;
  if (path.dirname(folder) !== folder) makeFolder(path.dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (!isFolder(folder)) throw error;
  }
}

const isFolder = (at: string): boolean => statSync(at, { throwIfNoEntry: false })?.isDirectory() === true;

/** Remembers that a folder's file was found damaged, so that no worker starts with it. Never throws. */
export function rememberDamage(folder: string): void {
  try {
    writeFileSync(path.join(folder, MARKER), String(statSync(path.join(folder, FILE)).ino), { mode: 0o600 });
  } catch {
    // A full disk, or the file is gone.
  }
}

/** False for another file that was put into the place of the damaged one, and for a new one. */
function wasDamaged(folder: string, { ino, size }: Stats): boolean {
  try {
    return size > 0 && readFileSync(path.join(folder, MARKER), 'utf8') === String(ino);
  } catch {
    return false;
  }
}

async function openFile(
  folder: string,
  sqlite: Sqlite,
  { loopTurn, acceptsDamage = false }: DataFileOptions,
): Promise<SqlDatabase> {
  const file = path.join(folder, FILE);
  // Created before SQLite opens it, because SQLite gives its auxiliary files the same mode.
  await (await open(file, 'a', 0o600)).close();
  await chmod(file, 0o600);
  const found = await stat(file);
  const { size, dev, ino } = found;
  if (!acceptsDamage && wasDamaged(folder, found)) throw damaged(file, folder);
  const isGone = (): boolean => {
    const there = statSync(file, { throwIfNoEntry: false });
    return there?.ino !== ino || there.dev !== dev;
  };
  let database: SqlDatabase;
  try {
    database = await openSqlite(new sqlite.DatabaseSync(file), {
      ...{ isVerified: !acceptsDamage && size <= MAX_CHECKED_BYTES, isGone, loopTurn },
    });
  } catch (error) {
    throw isDamage(error) ? damaged(file, folder) : error;
  }
  try {
    const [newer] = await unknownSteps(database, packageJson.version);
    if (newer !== undefined) throw tooNew(file, newer);
    await storedSessionSecret(database);
    // A later file may get the inode of one that was removed.
    if (!acceptsDamage) rmSync(path.join(folder, MARKER), { force: true });
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function tooNew(file: string, step: string): Error {
  return new Error(
    `the database "${file}" was written by a newer version of mcp-pruner (it has the step "${step}"): start that version, or restore a backup from before it`,
  );
}

function damaged(file: string, folder: string): Error {
  return new Error(
    `the database "${file}" is damaged: put a backup in its place (mcp-pruner restore --force --data "${folder}" BACKUP), or move it away, with the files "-wal" and "-shm" beside it, to start with an empty one. --accept-damage uses what can be read`,
  );
}

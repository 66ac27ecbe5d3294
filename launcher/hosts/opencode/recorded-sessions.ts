import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { SqliteHandle } from '../../../src/storage/sqlite-driver.ts';
import { walkFiles } from '../../platform/files/walk-files.ts';
import { hasSqlite } from '../../platform/sqlite/load-sqlite.ts';
import { openReadOnly } from '../../platform/sqlite/open-read-only.ts';
import type { SessionSource, SessionStore } from '../recordings.ts';
import { storageSources, toJsonLine } from './recorded-storage.ts';

const DATABASE = 'opencode.db';
const SESSIONS = 'SELECT id, directory, version, time_updated AS changedAt FROM session';
const MESSAGES = 'SELECT id, data FROM message WHERE session_id = ? ORDER BY time_created, id';
const PARTS = 'SELECT data FROM part WHERE message_id = ? ORDER BY id';

interface SessionRow {
  readonly id: string;
  readonly directory: string | null;
  readonly version: string | null;
  readonly changedAt: number;
}

/**
 * Finds the sessions in the database of newer opencode versions, which is opened read-only. If the database cannot be
 * read, or the runtime has no `node:sqlite`, returns a source that cannot be opened.
 */
async function databaseSources(folder: string): Promise<readonly SessionSource[]> {
  const file = path.join(folder, DATABASE);
  const about = await stat(file).catch(() => undefined);
  if (about === undefined || !about.isFile()) return [];
  try {
    if (!hasSqlite()) throw new Error('this runtime has no node:sqlite');
    const rows = await withDatabase(file, (database) => database.prepare(SESSIONS).all() as readonly SessionRow[]);
    return rows.map((row) => ({
      place: `${file}#${row.id}`,
      changedAt: Number(row.changedAt),
      bytes: 0,
      open: (signal) => open(file, row, signal),
    }));
  } catch (error) {
    const fail = (): never => {
      throw error;
    };
    return [{ place: file, changedAt: about.mtimeMs, bytes: about.size, open: fail }];
  }
}

async function* open(file: string, row: SessionRow, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const database = await openReadOnly(file);
  try {
    yield toJsonLine(JSON.stringify({ info: row }));
    const parts = database.prepare(PARTS);
    const messages = database.prepare(MESSAGES).all(row.id) as readonly {
      readonly id: string;
      readonly data: string;
    }[];
    for (const { id, data } of messages) {
      signal.throwIfAborted();
      const texts = (parts.all(id) as readonly { readonly data: string }[]).map((part) => part.data);
      yield toJsonLine(`{"id":${JSON.stringify(id)},"info":${data},"parts":[${texts.join(',')}]}`);
    }
  } finally {
    database.close();
  }
}

async function withDatabase<T>(file: string, use: (database: SqliteHandle) => T): Promise<T> {
  const database = await openReadOnly(file);
  try {
    return use(database);
  } finally {
    database.close();
  }
}

export const SESSION_STORE: SessionStore = {
  own: ({ env, home }) =>
    dataSources(path.join(env['XDG_DATA_HOME'] || path.join(home, '.local', 'share'), 'opencode')),
  inFile: (file) => (path.basename(file) === DATABASE ? databaseSources(path.dirname(file)) : undefined),
  inFolder: async (folder) => [...(await dataSources(folder)), ...(await storageSources(folder))],
};

/**
 * Finds the sessions in opencode's data folder: its database, its storage, and the per-project storage of the oldest
 * versions.
 */
async function dataSources(data: string): Promise<readonly SessionSource[]> {
  const found = [await databaseSources(data), await storageSources(path.join(data, 'storage'))];
  const projects = new Set<string>();
  const isOld = (file: string): boolean => /[\\/]storage[\\/]session[\\/]info[\\/][^\\/]+\.json$/.test(file);
  for await (const file of walkFiles(path.join(data, 'project'), isOld)) {
    projects.add(path.resolve(file, '..', '..', '..'));
  }
  for (const storage of projects) found.push(await storageSources(storage));
  return found.flat();
}

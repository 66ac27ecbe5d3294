import { DatabaseSync } from 'node:sqlite';
import { Miniflare } from 'miniflare';
import type { ContextWords } from '../../src/context/sql/words/context-words.ts';
import { createD1Database } from '../../src/storage/d1-driver.ts';
import { NOW } from '../../src/storage/database-clock.ts';
import { migrate } from '../../src/storage/migrate.ts';
import type { SqlDatabase } from '../../src/storage/sql-database.ts';
import { createSqliteDatabase } from '../../src/storage/sqlite-driver.ts';
import { connectPostgres, tsvectorWords } from '../../worker/runtime/open-postgres.ts';
import { D1_SCRIPT, d1InWorkerd } from './d1-in-workerd.ts';
import { binaries } from './postgres/binaries.ts';
import { sharedPostgres } from './postgres/server.ts';

/** Makes empty databases of one driver. */
export interface Databases {
  readonly name: string;
  open(): Promise<SqlDatabase>;
  /** The driver's full-text search, unless it is SQLite's. */
  readonly words?: ContextWords;
  /** Releases the resources of this driver. */
  dispose(): Promise<void>;
}

/** Number of databases that one Miniflare provides. Starting a Miniflare for each test would take half a second. */
const READY = 60;

/** Tables that stay small, so a statement may read all rows. `things` is that of a test. */
const SMALL: ReadonlySet<unknown> = new Set([
  ...['context_projects', 'ended_sessions', 'ledger_batches', 'notices', 'teams', 'things'],
]);

/** Throws if a statement reads all rows of a table, or indexes rows itself, because its time then grows with the data. */
function checkPlan(handle: DatabaseSync, sql: string): void {
  // Without values it is a test's own statement, or means to read all.
  // A page of keys is searched for among all of them.
  if (sql.includes('AS total')) return;
  if (!/^\s*(select|insert|update|delete|with)\b/i.test(sql) || !(sql.includes('?') || sql.includes(NOW))) return;
  const schema = handle.prepare('SELECT name FROM sqlite_schema').all();
  const tables = new Set(schema.map(({ name }) => name));
  for (const { detail } of handle.prepare(`EXPLAIN QUERY PLAN ${sql}`).all()) {
    const [, named] = /^SCAN (\w+)\b(?! VIRTUAL)/.exec(String(detail)) ?? [];
    const table = new RegExp(`\\b(\\w+) AS ${named}\\b`).exec(sql)?.[1] ?? named;
    if (!String(detail).includes('AUTOMATIC') && (!tables.has(table ?? '') || SMALL.has(table))) continue;
    throw new Error(`cannot plan "${sql}": expected an index for each table, got "${String(detail)}"`);
  }
}

/** `node:sqlite` (Node's or Deno's), in memory. */
export function sqliteDatabases(): Databases {
  return {
    name: 'node:sqlite',
    open: async () => {
      const handle = new DatabaseSync(':memory:');
      return createSqliteDatabase({
        exec: (sql) => handle.exec(sql),
        prepare: (sql) => {
          checkPlan(handle, sql);
          return handle.prepare(sql);
        },
        close: () => handle.close(),
      });
    },
    dispose: async () => {},
  };
}

/** D1 in workerd. */
export function d1Databases(): Databases {
  const names = Array.from({ length: READY }, (_, i) => `DB${i}`);
  let miniflare: Miniflare | undefined;
  let next = 0;
  return {
    name: 'D1',
    open: async () => {
      miniflare ??= new Miniflare({
        modules: true,
        script: D1_SCRIPT,
        compatibilityDate: '2026-07-15',
        d1Databases: names,
      });
      const name = names[next++];
      if (name === undefined) throw new Error(`more than ${READY} databases were opened in one file`);
      return createD1Database(d1InWorkerd(miniflare, name));
    },
    dispose: async () => miniflare?.dispose(),
  };
}

let made = 0;

/** Databases on a PostgreSQL server. */
export function postgresDatabases(): Databases {
  const opened: SqlDatabase[] = [];
  return {
    name: 'PostgreSQL',
    words: tsvectorWords,
    open: async () => {
      const server = await sharedPostgres();
      const admin = connectPostgres({ url: server.url('postgres'), connections: 1 });
      const name = `test_${process.pid}_${made++}`;
      await admin.query(`CREATE DATABASE ${name}`);
      admin.close();
      const database = connectPostgres({ url: server.url(name), connections: 4 });
      opened.push(database);
      return database;
    },
    dispose: async () => {
      for (const one of opened) one.close();
    },
  };
}

/**
 * All drivers that can run on this runtime and machine. D1 runs in workerd and behaves the same from any runtime, so
 * only Node tests it.
 */
export const EVERY_DATABASE: readonly (() => Databases)[] = [
  sqliteDatabases,
  ...('Deno' in globalThis ? [] : [d1Databases]),
  ...(binaries() === undefined ? [] : [postgresDatabases]),
];

/** An empty database with the schema. */
export async function openMigrated(databases: Databases): Promise<SqlDatabase> {
  const database = await databases.open();
  await migrate(database);
  return database;
}

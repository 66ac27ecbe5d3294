import type { ContextWords } from '../../../src/context/sql/words/context-words.ts';
import type { SqlDatabase, SqlRow, SqlValue } from '../../../src/storage/sql-database.ts';
import { indexWords } from './index-words.ts';
import { DRAWN_IDS, MOVED_TABLES } from './tables.ts';

export interface MovedTable {
  readonly table: string;
  /** Rows in each database after the move. */
  readonly from: number;
  readonly to: number;
}

export interface MoveOptions {
  /** Full text search of the target. */
  readonly words: ContextWords;
  /** Called when a table is done. */
  readonly onTable: (moved: MovedTable) => void;
}

/** Max rows per statement. Fewer for chunks, which have up to 256 KiB each. */
const ROWS = 500;
const CHUNK_ROWS = 16;

/**
 * Copies a worker's rows into another database; both are migrated. Existing rows stay, so an interrupted move continues
 * if called again. Resolves to true if the target has all rows. Rejects if the target holds another worker's data, or
 * with a `SqlError`.
 */
export async function moveDatabase(from: SqlDatabase, to: SqlDatabase, options: MoveOptions): Promise<boolean> {
  await refuseOthers(from, to);
  let isComplete = true;
  for (const [table, key] of MOVED_TABLES) {
    await copyTable(from, to, table, key);
    if (to.dialect === 'postgres' && DRAWN_IDS.includes(table)) await drawAfter(to, table);
    const moved = { table, from: await countOf(from, table), to: await countOf(to, table) };
    // The target may have more rows, if a worker has run on it.
    isComplete &&= moved.to >= moved.from;
    options.onTable(moved);
  }
  await indexWords(to, options.words);
  return isComplete;
}

/**
 * Throws if the target has the teams of another worker, i.e. another secret of dashboard sessions. A target without
 * teams gets the source's secret.
 */
async function refuseOthers(from: SqlDatabase, to: SqlDatabase): Promise<void> {
  const secretOf = async (database: SqlDatabase): Promise<unknown> =>
    (await database.query("SELECT value FROM secrets WHERE name = 'session'")).rows[0]?.['value'];
  const [theirs, ours] = [await secretOf(to), await secretOf(from)];
  if (theirs === undefined || theirs === ours) return;
  if ((await countOf(to, 'teams')) > 0) throw new Error('the target has the teams of another worker: empty it first');
  await to.query("DELETE FROM secrets WHERE name = 'session'");
}

async function copyTable(from: SqlDatabase, to: SqlDatabase, table: string, key: readonly string[]): Promise<void> {
  const limit = table === 'artifact_chunks' ? CHUNK_ROWS : ROWS;
  const columns = key.join(', ');
  const marks = key.map(() => '?').join(', ');
  let last: SqlRow | undefined;
  for (;;) {
    const after = last === undefined ? '' : `WHERE (${columns}) > (${marks})`;
    const params = last === undefined ? [] : key.map((name) => last?.[name] as SqlValue);
    const { rows } = await from.query(`SELECT * FROM ${table} ${after} ORDER BY ${columns} LIMIT ${limit}`, ...params);
    if (rows.length === 0) return;
    await insert(to, table, rows);
    last = rows.at(-1);
  }
}

async function insert(to: SqlDatabase, table: string, rows: readonly SqlRow[]): Promise<void> {
  const names = Object.keys(rows[0] as SqlRow);
  const one = `(${names.map(() => '?').join(', ')})`;
  await to.query(
    `INSERT INTO ${table} (${names.join(', ')}) VALUES ${rows.map(() => one).join(', ')} ON CONFLICT DO NOTHING`,
    ...rows.flatMap((row) => names.map((name) => row[name] as SqlValue)),
  );
}

/** Sets PostgreSQL's sequence, so that the next id comes after the copied ones. */
async function drawAfter(to: SqlDatabase, table: string): Promise<void> {
  await to.query(
    `SELECT setval(pg_get_serial_sequence('${table}', 'id'), coalesce((SELECT max(id) FROM ${table}), 0) + 1, false)`,
  );
}

async function countOf(database: SqlDatabase, table: string): Promise<number> {
  return Number((await database.query(`SELECT count(*) AS n FROM ${table}`)).rows[0]?.['n']);
}

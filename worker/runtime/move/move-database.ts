import { partWords } from '../../../src/context/sql/sql-context-write.ts';
import type { ContextWords } from '../../../src/context/sql/words/context-words.ts';
import type { SqlDatabase, SqlRow, SqlValue } from '../../../src/storage/sql-database.ts';

/** Number of segments whose texts are indexed in one transaction. */
const AT_ONCE = 50;

/** Indexes the words of all segments again, since the engines' index formats differ. */
async function indexWords(database: SqlDatabase, words: ContextWords): Promise<void> {
  await database.query('DELETE FROM context_words');
  for (let last = 0; ; ) {
    const { rows } = await database.query(
      `SELECT s.id, s.segment, s.file, s.topic, s.tags, s.batch, s.text_id, p.scope, p.name FROM context_segments AS s
       JOIN context_projects AS p ON p.id = s.project WHERE s.id > ? ORDER BY s.id LIMIT ${AT_ONCE}`,
      last,
    );
    if (rows.length === 0) return;
    for (const row of rows) {
      const parts = await database.query(
        'SELECT part FROM context_text_parts WHERE text_id = ? ORDER BY n',
        Number(row['text_id']),
      );
      const about = {
        id: String(row['segment']),
        file: row['file'] as string | null,
        topic: row['topic'] as string | null,
        tags: JSON.parse(String(row['tags'])) as string[],
      };
      const key = { scope: String(row['scope']), project: String(row['name']) };
      const texts = parts.rows.map(({ part }) => String(part));
      await database.batch(words.add(key, String(row['batch']), partWords(about, texts)));
    }
    last = Number(rows.at(-1)?.['id']);
  }
}

/** Tables of a worker, each after those that it refers to, with the columns of their primary keys. */
const MOVED_TABLES: readonly (readonly [name: string, key: readonly string[]])[] = [
  ['secrets', ['name']],
  ['teams', ['id']],
  ['keys', ['id']],
  ['removed_people', ['id']],
  ['quota_use', ['team_id', 'month']],
  ['ledger_batches', ['id']],
  ['usage', ['period', 'team_id', 'start', 'key_id', 'tool', 'kind', 'engine', 'cache', 'outcome']],
  ['latency', ['period', 'team_id', 'start', 'key_id', 'engine', 'bucket']],
  ['answers', ['scope', 'key']],
  ['artifacts', ['scope', 'domain', 'id']],
  ['artifact_chunks', ['body', 'n']],
  ['artifact_uploads', ['body']],
  ['ended_sessions', ['hash']],
  ['audit', ['id']],
  ['notices', ['name']],
  ['context_projects', ['id']],
  ['context_texts', ['id']],
  ['context_text_parts', ['text_id', 'n']],
  ['context_segments', ['id']],
  ['context_snapshots', ['id']],
  ['context_snapshot_segments', ['snapshot', 'segment']],
];

/** Tables in which the database generates the `id`. */
const DRAWN_IDS: readonly string[] = [
  'audit',
  'context_projects',
  'context_texts',
  'context_segments',
  'context_snapshots',
];

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

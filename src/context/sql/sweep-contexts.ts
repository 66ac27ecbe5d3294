import { NOW } from '../../storage/database-clock.ts';
import { type SqlDatabase, sql } from '../../storage/sql-database.ts';
import { ROWS_A_SEGMENT, toFreeTextsStatement } from './sql-context-write.ts';

/** Max segments that a transaction deletes. It takes some milliseconds, for which other statements wait. */
const AT_ONCE = 100;
/** Max transactions of one sweep, because Cloudflare limits the statements of a request. The next sweep continues. */
const MAX_SLICES = 400;

const NUMBERS = '(SELECT CAST(each.atom AS BIGINT) FROM json_each(?) AS each)';
const STILL_OLD = `EXISTS (SELECT 1 FROM context_projects AS p WHERE p.id = ? AND p.latest < ${NOW} - ?)`;

/**
 * Deletes the projects of any owner to which nothing was added for `ttlMs`, a slice at a time. Rejects with a `SqlError`.
 */
export async function sweepContexts(database: SqlDatabase, ttlMs: number): Promise<void> {
  const { rows } = await database.query(`SELECT id, scope FROM context_projects WHERE latest < ${NOW} - ?`, ttlMs);
  let slices = 0;
  for (const row of rows) {
    const project = Number(row['id']);
    while (await deleteSlice(database, project, ttlMs)) if (++slices >= MAX_SLICES) return;
    await database.query(`DELETE FROM context_snapshots WHERE project = ? AND ${STILL_OLD}`, project, project, ttlMs);
    await database.query(`DELETE FROM context_projects WHERE id = ? AND latest < ${NOW} - ?`, project, ttlMs);
    const free = toFreeTextsStatement(String(row['scope']));
    await database.query(free.sql, ...free.params);
  }
}

/**
 * Deletes up to `AT_ONCE` segments of a project, with their indexed words and the texts that nothing else refers to.
 * Returns false if none is left.
 */
async function deleteSlice(database: SqlDatabase, project: number, ttlMs: number): Promise<boolean> {
  const found = await database.query(
    `SELECT id, text_id FROM context_segments WHERE project = ? AND ${STILL_OLD} LIMIT ${AT_ONCE}`,
    ...[project, project, ttlMs],
  );
  if (found.rows.length === 0) return false;
  const [ids, texts] = ['id', 'text_id'].map((name) => JSON.stringify(found.rows.map((row) => row[name]))) as [
    string,
    string,
  ];
  const [, deleted] = await database.batch([
    sql(
      `DELETE FROM context_words WHERE rowid IN (SELECT s.id * ${ROWS_A_SEGMENT} + t.n FROM context_segments AS s
         JOIN context_text_parts AS t ON t.text_id = s.text_id WHERE s.id IN ${NUMBERS} AND ${STILL_OLD})`,
      ...[ids, project, ttlMs],
    ),
    sql(`DELETE FROM context_segments WHERE id IN ${NUMBERS} AND ${STILL_OLD} RETURNING id`, ids, project, ttlMs),
    sql(
      `DELETE FROM context_texts WHERE id IN ${NUMBERS}
         AND NOT EXISTS (SELECT 1 FROM context_segments AS s WHERE s.text_id = context_texts.id)
         AND NOT EXISTS (SELECT 1 FROM context_snapshot_segments AS s WHERE s.text_id = context_texts.id)`,
      texts,
    ),
  ]);
  // If the project was used again meanwhile, its remaining segments stay.
  return (deleted?.rows.length ?? 0) > 0;
}

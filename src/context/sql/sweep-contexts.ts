import { type SqlDatabase, type SqlStatement, sql } from '../../storage/sql-database.ts';
import { ROWS_A_SEGMENT, toFreeTextsStatement } from './sql-context-write.ts';

/** Max segments or texts that a transaction deletes: some milliseconds, for which other statements wait. */
const AT_ONCE = 200;

/** A project to which nothing was added since it was found to be old. */
const OLD = '(SELECT id FROM context_projects WHERE id = ? AND latest < ?)';
const SOME = `SELECT id, text_id FROM context_segments WHERE project IN ${OLD} ORDER BY id LIMIT ${AT_ONCE}`;

/**
 * Deletes the projects of any owner to which nothing was added since `before` (milliseconds since 1970), a part at a
 * time. What an interrupted sweep leaves is deleted by the next one. Rejects with a `SqlError`.
 */
export async function sweepContexts(database: SqlDatabase, before: number): Promise<void> {
  const { rows } = await database.query('SELECT id, scope FROM context_projects WHERE latest < ?', before);
  for (const row of rows) {
    const project = [Number(row['id']), before] as const;
    await repeat(database, [
      sql(
        `DELETE FROM context_words WHERE rowid IN (SELECT s.id * ${ROWS_A_SEGMENT} + t.n FROM (${SOME}) AS s
           JOIN context_text_parts AS t ON t.text_id = s.text_id)`,
        ...project,
      ),
      sql(`DELETE FROM context_segments WHERE id IN (SELECT s.id FROM (${SOME}) AS s)`, ...project),
    ]);
    await database.query(`DELETE FROM context_snapshots WHERE project IN ${OLD}`, ...project);
    await repeat(database, [toFreeTextsStatement(String(row['scope']), AT_ONCE)]);
    await database.query('DELETE FROM context_projects WHERE id = ? AND latest < ?', ...project);
  }
}

/** Runs the transaction as long as its last statement deletes as many rows as it may. */
async function repeat(database: SqlDatabase, statements: readonly SqlStatement[]): Promise<void> {
  for (let deleted = AT_ONCE; deleted >= AT_ONCE; ) deleted = (await database.batch(statements)).at(-1)?.changes ?? 0;
}

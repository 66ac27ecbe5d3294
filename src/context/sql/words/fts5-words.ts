import { cell, jsonBatches } from '../../../storage/json-rows.ts';
import { type SqlRow, sql } from '../../../storage/sql-database.ts';
import { PROJECT, ROWS_A_SEGMENT } from '../sql-context-write.ts';
import type { ContextWords } from './context-words.ts';
import { MANY_ROWS, tellingTerms } from './telling-terms.ts';

/** SQLite's FTS5. A project's rows are found by the column `place`, which holds `p` and the project's row id. */
export const fts5Words: ContextWords = {
  add: ({ scope, project }, batch, parts) =>
    jsonBatches(parts).map((rows) =>
      sql(
        `INSERT INTO context_words (rowid, place, text, parts)
         SELECT s.id * ${ROWS_A_SEGMENT} + ${cell('v', 1, 'integer')}, 'p' || s.project, v.value ->> 2, v.value ->> 3
         FROM json_each(?) AS v CROSS JOIN context_segments AS s
         WHERE s.project = ${PROJECT} AND s.segment = v.value ->> 0 AND s.batch = ?`,
        ...[rows, scope, project, batch],
      ),
    ),

  counts: ({ scope, project }, terms) =>
    sql(
      `WITH here AS MATERIALIZED (
         SELECT 'place : "p' || id || '"' AS place FROM context_projects WHERE scope = ? AND name = ?
       ), filled AS MATERIALIZED (
         SELECT place, (SELECT count(*) FROM context_words WHERE context_words MATCH here.place) AS n FROM here
       )
       SELECT f.place, f.n AS all_rows, v.atom AS term, CASE WHEN f.n >= ${MANY_ROWS} THEN
         (SELECT count(*) FROM context_words WHERE context_words MATCH f.place || ' AND {text parts} : ' || v.atom)
         END AS term_rows
       FROM filled AS f CROSS JOIN json_each(?) AS v ORDER BY v.key`,
      ...[scope, project, JSON.stringify(terms)],
    ),

  /** Ranked by BM25, where words inside names weigh a little less than whole words. */
  queries: (counts) =>
    tellingTerms(counts.map(toCount)).map((terms) =>
      sql(
        `SELECT rowid / ${ROWS_A_SEGMENT} AS id, rowid % ${ROWS_A_SEGMENT} AS part, rank AS score FROM context_words
         WHERE context_words MATCH ? AND rank MATCH 'bm25(0.0, 1.0, 0.6)'`,
        `${terms[0]?.place} AND {text parts} : (${terms.map(({ term }) => term).join(' OR ')})`,
      ),
    ),
};

function toCount({ place, term, term_rows: rows, all_rows: all }: SqlRow) {
  return { place: String(place), term: String(term), rows: rows === null ? null : Number(rows), all: Number(all) };
}

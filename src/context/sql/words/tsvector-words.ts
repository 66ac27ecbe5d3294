import { cell, jsonBatches } from '../../../storage/json-rows.ts';
import { sql } from '../../../storage/sql-database.ts';
import { PROJECT, ROWS_A_SEGMENT } from '../sql-context-write.ts';
import type { ContextWords } from './context-words.ts';
import { MANY_ROWS, tellingTerms } from './telling-terms.ts';

/** Words inside names (`B`) weigh a little less than whole words (`A`). */
const WEIGHTS = "'{0, 0, 0.6, 1}'";
/** Divides the rank by 1 + the logarithm of the text's length. */
const BY_LENGTH = 1;

/**
 * PostgreSQL's full text search. Words are split and folded here as FTS5 does it, since PostgreSQL's own parser keeps
 * paths and host names whole, and folds accents only by an extension. Ranked by `ts_rank` of each term, weighed by how
 * rare the term is (as in BM25), since `ts_rank` alone ignores that.
 */
export const tsvectorWords: ContextWords = {
  add: ({ scope, project }, batch, parts) =>
    jsonBatches(parts.map(([segment, n, text, names]) => [segment, n, toTsvector(text), toTsvector(names)])).map(
      (rows) =>
        sql(
          `INSERT INTO context_words (rowid, project, words)
           SELECT s.id * ${ROWS_A_SEGMENT} + ${cell('v', 1, 'integer')}, s.project,
             setweight(CAST(v.value ->> 2 AS TSVECTOR), 'A') || setweight(CAST(v.value ->> 3 AS TSVECTOR), 'B')
           FROM json_each(?) AS v CROSS JOIN context_segments AS s
           WHERE s.project = ${PROJECT} AND s.segment = v.value ->> 0 AND s.batch = ?`,
          ...[rows, scope, project, batch],
        ),
    ),

  counts: ({ scope, project }, terms) =>
    sql(
      `WITH here AS MATERIALIZED (SELECT id FROM context_projects WHERE scope = ? AND name = ?)
       SELECT here.id AS project, v.atom AS term,
         (SELECT count(*) FROM context_words AS w WHERE w.project = here.id) AS all_rows,
         (SELECT count(*) FROM context_words AS w WHERE w.project = here.id AND w.words @@ CAST(v.atom AS TSQUERY)) AS term_rows
       FROM here CROSS JOIN json_each(?) AS v ORDER BY v.key`,
      ...[scope, project, JSON.stringify(terms.map(toTsquery).filter((term) => term !== ''))],
    ),

  queries: (rows) => {
    const [project] = rows.map((row) => Number(row['project']));
    const counts = rows.map((row) => {
      const [count, all] = [Number(row['term_rows']), Number(row['all_rows'])];
      return { term: String(row['term']), count, rows: all < MANY_ROWS && count > 0 ? null : count, all };
    });
    return tellingTerms(counts).map((terms) =>
      sql(
        `SELECT w.rowid / ${ROWS_A_SEGMENT} AS id, w.rowid % ${ROWS_A_SEGMENT} AS part,
           -(SELECT sum(CAST(t.value ->> 1 AS DOUBLE PRECISION)
             * ts_rank(${WEIGHTS}, w.words, CAST(t.value ->> 0 AS TSQUERY), ${BY_LENGTH}))
             FROM json_each(?) AS t WHERE w.words @@ CAST(t.value ->> 0 AS TSQUERY)) AS score
         FROM context_words AS w WHERE w.project = ? AND w.words @@ CAST(? AS TSQUERY)`,
        JSON.stringify(terms.map((one) => [one.term, rarity(one)])),
        project ?? null,
        terms.map(({ term }) => `(${term})`).join(' | '),
      ),
    );
  },
};

/** Inverse document frequency as in BM25, but always above zero. */
function rarity({ count, all }: { readonly count: number; readonly all: number }): number {
  return Math.max(0.000_001, Math.log((all - count + 0.5) / (count + 0.5) + 1));
}

/**
 * Limits of PostgreSQL: it refuses longer words, ignores positions above `MAX_POSITION`, and keeps at most
 * `MAX_POSITIONS` per word.
 */
const MAX_WORD = 500;
const MAX_POSITION = 16_383;
const MAX_POSITIONS = 255;

/** Splits a text into words and folds them like FTS5's `unicode61 remove_diacritics 2`. */
function fold(text: string): readonly string[] {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return (plain.match(/[\p{L}\p{N}\p{Co}]+/gu) ?? []).map((word) => word.slice(0, MAX_WORD));
}

function toTsvector(text: string): string {
  const places = new Map<string, number[]>();
  for (const [i, word] of fold(text).entries()) {
    const at = places.get(word);
    if (at === undefined) places.set(word, [i + 1]);
    else if (at.length < MAX_POSITIONS && i < MAX_POSITION) at.push(i + 1);
  }
  return [...places]
    .map(([word, at]) => `'${word}':${at.map((one) => Math.min(one, MAX_POSITION)).join(',')}`)
    .join(' ');
}

/** Converts a quoted term, followed by `*` if it is a prefix, to a phrase. Empty if it has no word. */
function toTsquery(term: string): string {
  const words = fold(term).map((word) => `'${word}'`);
  return words.join(' <-> ') + (term.endsWith('*') && words.length > 0 ? ':*' : '');
}

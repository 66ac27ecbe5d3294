import type { ProjectKey } from './sql-context-write.ts';
import { type SqlRow, type SqlStatement, sql } from './sql-database.ts';

/** From so many rows on a term is asked for how many of them have it: fewer are ranked at once. */
const MANY_ROWS = 1000;

/** One term of a query in a project. */
export interface TermCount {
  /** FTS5: the rows of the project. */
  readonly place: string;
  /** FTS5: a string. */
  readonly term: string;
  /** Rows of the project that have it; null where the project is too small to ask. */
  readonly rows: number | null;
  /** Rows of the project. */
  readonly all: number;
}

/** How many rows of a project have each term; no row for a project that is not there. */
export function toTermCounts({ scope, project }: ProjectKey, terms: readonly string[]): SqlStatement {
  return sql(
    `WITH here AS MATERIALIZED (
       SELECT 'place : "p' || id || '"' AS place FROM context_projects WHERE scope = ? AND name = ?
     ), filled AS MATERIALIZED (
       SELECT place, (SELECT count(*) FROM context_words WHERE context_words MATCH here.place) AS n FROM here
     )
     SELECT f.place, f.n AS all_rows, v.value AS term, CASE WHEN f.n >= ${MANY_ROWS} THEN
       (SELECT count(*) FROM context_words WHERE context_words MATCH f.place || ' AND {text parts} : ' || v.value)
       END AS term_rows
     FROM filled AS f CROSS JOIN json_each(?) AS v ORDER BY v.key`,
    ...[scope, project, JSON.stringify(terms)],
  );
}

export function toTermCount(row: SqlRow): TermCount {
  const { place, term, term_rows: rows, all_rows: all } = row;
  return { place: String(place), term: String(term), rows: rows === null ? null : Number(rows), all: Number(all) };
}

/**
 * FTS5 expressions of which the first that finds anything answers. It has any of the terms, of those that are counted
 * without what most rows have: BM25 gives that the weight 0.000001, and to rank by it is what takes the time. The second
 * has the rarest of those: for filters that leave out all that the first one finds, and where most rows have every term.
 * None where no row has any.
 */
export function toMatches(counts: readonly TermCount[]): readonly string[] {
  const there = counts.filter(({ rows }) => rows !== 0).sort((a, b) => (a.rows ?? 0) - (b.rows ?? 0));
  const [rarest] = there;
  if (rarest === undefined) return [];
  const telling = there.filter(({ rows, all }) => rows === null || rows <= all / 2);
  const common = there.slice(telling.length, telling.length + 1);
  const any = (terms: readonly TermCount[]): string =>
    `${rarest.place} AND {text parts} : (${terms.map(({ term }) => term).join(' OR ')})`;
  return [telling, common].filter(({ length }) => length > 0).map(any);
}

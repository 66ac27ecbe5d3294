import { type SqlRow, type SqlStatement, sql } from '../../storage/sql-database.ts';
import type { ProjectKey } from './sql-context-write.ts';

/** Row count from which terms are counted; fewer rows are ranked at once. */
const MANY_ROWS = 1000;

/** A query term in a project. */
export interface TermCount {
  /** FTS5 expression: the rows of the project. */
  readonly place: string;
  /** FTS5 string. */
  readonly term: string;
  /** Rows of the project that contain it; null if the project is too small to count. */
  readonly rows: number | null;
  /** Rows of the project. */
  readonly all: number;
}

/** Counts the rows of a project for each term; returns no row if the project does not exist. */
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
 * Returns FTS5 expressions to try in order until one finds anything; none if no row has any term. The first matches any
 * term. If terms were counted, it omits those that most rows have: BM25 weighs them 0.000001, and ranking by them is
 * slow. The second matches the rarest omitted term. It helps if filters exclude all results of the first, and if most
 * rows have every term.
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

import type { SqlRow, SqlStatement } from '../../../storage/sql-database.ts';

/** Scope (owner) and project name. */
export interface ProjectKey {
  readonly scope: string;
  readonly project: string;
}

/** The indexed words of a part of a segment's text: id of the segment, number of the part, its text, words inside names. */
export type PartWords = readonly [segment: string, n: number, text: string, parts: string];

/**
 * Full text search of one engine over the table `context_words`. Part n of the segment in row i is its row
 * `ROWS_A_SEGMENT`·i + n.
 */
export interface ContextWords {
  /** Indexes parts of the segments that were added under the name `batch`. */
  add(key: ProjectKey, batch: string, parts: readonly PartWords[]): readonly SqlStatement[];
  /** Counts how many parts in a project have each term. Terms are those of `toTerms`. */
  counts(key: ProjectKey, terms: readonly string[]): SqlStatement;
  /**
   * Turns the counts into queries to try in order until one finds anything. Each selects `id`, `part` and `score`, the
   * lowest of which is best.
   */
  queries(counts: readonly SqlRow[]): readonly SqlStatement[];
}

/** Min rows of a project for common terms to be left out. */
export const MANY_ROWS = 1000;

/** A query term in a project. */
export interface TermCount {
  /** Rows of the project that contain it; null if the project is too small to count. */
  readonly rows: number | null;
  /** Rows of the project. */
  readonly all: number;
}

/**
 * Returns lists of terms to search for, in the order in which to try them; none if no row has any term. The first list
 * omits terms that most rows have: BM25 gives them almost no weight, and ranking by them is slow. The second list is
 * the rarest omitted term. It helps if filters exclude all results of the first, or if most rows have every term.
 */
export function tellingTerms<T extends TermCount>(counts: readonly T[]): readonly (readonly T[])[] {
  const there = counts.filter(({ rows }) => rows !== 0).sort((a, b) => (a.rows ?? 0) - (b.rows ?? 0));
  const telling = there.filter(({ rows, all }) => rows === null || rows <= all / 2);
  const common = there.slice(telling.length, telling.length + 1);
  return [telling, common].filter(({ length }) => length > 0);
}

/** Rows of a project from which on the terms that most of them have are left out. */
export const MANY_ROWS = 1000;

/** A query term in a project. */
export interface TermCount {
  /** Rows of the project that contain it; null if the project is too small to count. */
  readonly rows: number | null;
  /** Rows of the project. */
  readonly all: number;
}

/**
 * Returns the terms to search for, in the order of tries; none if no row has any term. The first try omits those that
 * most rows have: BM25 weighs them next to nothing, and ranking by them is slow. The second is the rarest omitted term.
 * It helps if filters exclude all results of the first, and if most rows have every term.
 */
export function tellingTerms<T extends TermCount>(counts: readonly T[]): readonly (readonly T[])[] {
  const there = counts.filter(({ rows }) => rows !== 0).sort((a, b) => (a.rows ?? 0) - (b.rows ?? 0));
  const telling = there.filter(({ rows, all }) => rows === null || rows <= all / 2);
  const common = there.slice(telling.length, telling.length + 1);
  return [telling, common].filter(({ length }) => length > 0);
}

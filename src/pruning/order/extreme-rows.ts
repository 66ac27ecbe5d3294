import type { Value } from './read-values.ts';

/** Share of the rows that a column is in, at the least. */
const LEAST_SHARE = 0.5;

export interface Extremes {
  /** Rows of each column. */
  readonly count: number;
  /** The smallest rather than the largest. */
  readonly low: boolean;
  /** Columns that are looked at. Default: all. */
  readonly columns?: ReadonlySet<string> | undefined;
}

/** Finds the rows with the greatest or the smallest values of each column; `rows` are their values. The best of each column first. */
export function extremeRows(rows: readonly (readonly Value[])[], { count, low, columns }: Extremes): number[] {
  const found = new Set<number>();
  for (const [column, best] of byColumn(rows, low)) {
    if (columns !== undefined && !columns.has(column)) continue;
    const isCell = /^\d+$/.test(column);
    if (best.size < 2 || (isCell && best.size < rows.length * LEAST_SHARE)) continue;
    const ordered = [...best].sort(([a, x], [b, y]) => (low ? x - y : y - x) || a - b);
    const worst = ordered.at(-1)?.[1];
    // A value that the last row has as well tells no row apart.
    for (const [row, value] of ordered.slice(0, count)) if (value !== worst) found.add(row);
  }
  return [...found];
}

/** The best value of each row, by column: a row may have several durations. */
function byColumn(rows: readonly (readonly Value[])[], low: boolean): ReadonlyMap<string, ReadonlyMap<number, number>> {
  const columns = new Map<string, Map<number, number>>();
  for (const [row, values] of rows.entries()) {
    for (const { column, value } of values) {
      const of = columns.get(column) ?? new Map<number, number>();
      columns.set(column, of);
      const known = of.get(row);
      of.set(row, known === undefined ? value : low ? Math.min(known, value) : Math.max(known, value));
    }
  }
  return columns;
}

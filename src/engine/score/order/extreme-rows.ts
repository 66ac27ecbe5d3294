import type { RowValue } from './read-values.ts';

/** Min share of rows with a value in a numbered column. */
const MIN_SHARE = 0.5;

export interface Extremes {
  /** Rows to find for each column. */
  readonly count: number;
  /** True for the smallest, false for the largest. */
  readonly low: boolean;
  /** Columns to consider. Default: all. */
  readonly columns?: ReadonlySet<string> | undefined;
}

/** Finds the rows with the largest or smallest values of each column, best first. `rows` are their values. */
export function extremeRows(rows: readonly (readonly RowValue[])[], { count, low, columns }: Extremes): number[] {
  const found = new Set<number>();
  for (const [column, { places, best }] of byColumn(rows, low)) {
    if (columns !== undefined && !columns.has(column)) continue;
    const isCell = /^\d+$/.test(column);
    if (places.length < 2 || (isCell && places.length < rows.length * MIN_SHARE)) continue;
    const ordered = places.map((_, i) => i);
    ordered.sort((a, b) => (low ? 1 : -1) * ((best[a] as number) - (best[b] as number)) || a - b);
    const worst = best[ordered.at(-1) as number];
    // A row whose value equals the worst one is not extreme.
    for (const i of ordered.slice(0, count)) if (best[i] !== worst) found.add(places[i] as number);
  }
  return [...found];
}

interface Column {
  /** Rows that have a value, ascending. */
  readonly places: number[];
  /** Best value of each row: a row may have several durations. */
  readonly best: number[];
}

function byColumn(rows: readonly (readonly RowValue[])[], low: boolean): ReadonlyMap<string, Column> {
  const columns = new Map<string, Column>();
  for (let row = 0; row < rows.length; row++) {
    for (const { column, value } of rows[row] as readonly RowValue[]) {
      let of = columns.get(column);
      if (of === undefined) {
        of = { places: [], best: [] };
        columns.set(column, of);
      }
      const last = of.places.length - 1;
      if (of.places[last] !== row) {
        of.places.push(row);
        of.best.push(value);
      } else of.best[last] = low ? Math.min(of.best[last] as number, value) : Math.max(of.best[last] as number, value);
    }
  }
  return columns;
}

import type { Value } from './read-values.ts';

/** Share of the rows that a column is in, at the least. */
const LEAST_SHARE = 0.5;

/** Rows with the greatest or the smallest values of each column; `rows` are their values. Ascending, without repeats. */
export function extremeRows(rows: readonly (readonly Value[])[], count: number, low: boolean, only?: string): number[] {
  const columns = new Map<string, { row: number; value: number }[]>();
  for (const [row, values] of rows.entries()) {
    for (const { column, value } of values) {
      if (only !== undefined && column !== only) continue;
      const known = columns.get(column);
      if (known === undefined) columns.set(column, [{ row, value }]);
      else if (known.at(-1)?.row === row) {
        const last = known.at(-1) as { row: number; value: number };
        last.value = low ? Math.min(last.value, value) : Math.max(last.value, value);
      } else known.push({ row, value });
    }
  }
  const found = new Set<number>();
  for (const [column, values] of columns) {
    const isOrdinal = /^\d+$/.test(column);
    if (values.length < 2 || (isOrdinal && values.length < rows.length * LEAST_SHARE)) continue;
    values.sort((a, b) => (low ? a.value - b.value : b.value - a.value) || a.row - b.row);
    if ((values[0] as { value: number }).value === (values.at(-1) as { value: number }).value) continue;
    for (const { row } of values.slice(0, count)) found.add(row);
  }
  return [...found].sort((a, b) => a - b);
}

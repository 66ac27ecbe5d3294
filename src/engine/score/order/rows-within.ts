import type { Limit } from './read-limit.ts';
import type { RowValue } from './read-values.ts';

/** Max rows shown, and the share of rows above which the bound is not selective. */
const MAX_ROWS = 60;
const MAX = 0.5;

/** Finds rows with a value beyond the bound, farthest first. `rows` are their values. */
export function rowsWithin(
  rows: readonly (readonly RowValue[])[],
  { value: bound, measure, below }: Limit,
  columns?: ReadonlySet<string>,
): readonly number[] {
  const found: { readonly row: number; readonly by: number }[] = [];
  const isOf = ({ column }: RowValue): boolean =>
    measure !== undefined ? column === measure || columns?.has(column) === true : columns?.has(column) !== false;
  for (const [row, values] of rows.entries()) {
    const own = values.filter(isOf).map(({ value }) => (below ? bound - value : value - bound));
    const by = Math.max(...own);
    if (own.length > 0 && by >= 0) found.push({ row, by });
  }
  if (found.length > Math.max(MAX_ROWS, rows.length * MAX)) return [];
  found.sort((a, b) => b.by - a.by || a.row - b.row);
  return found.slice(0, MAX_ROWS).map(({ row }) => row);
}

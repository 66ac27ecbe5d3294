import type { CooperativeTask } from '../../../text/cooperative-task.ts';
import type { Lines } from '../../../text/lines.ts';
import { lineHead } from '../../structure/line-head.ts';
import { type Outline, Role } from '../../structure/outline.ts';
import { cellsOf, delimiterOf } from './read-values.ts';

/** Max cells read per row, and min rows of a table for a usual value. */
const MAX_CELLS = 16;
const MIN_ROWS = 20;
/** Min share of rows with a column's usual value, and max share of rows with another. */
const USUAL = 0.6;
const ODD = 0.05;
const MAX_ROWS = 12;

/**
 * Finds rows that differ from nearly all others in a mostly uniform column, e.g. the one that is not `Running` or not
 * on `127.0.0.1`. Used if no word of the question says what to look for.
 */
export function oddRows(rows: readonly (readonly string[])[]): readonly number[] {
  const count = rows.length;
  if (count < MIN_ROWS) return [];
  const found = new Set<number>();
  for (let cell = 0; cell < MAX_CELLS; cell++) {
    const counts = new Map<string, number>();
    for (const row of rows) {
      const value = row[cell];
      if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    let max = 0;
    for (const n of counts.values()) max = Math.max(max, n);
    if (max === count || max < count * USUAL) continue;
    const odd = rows.flatMap((row, i) => {
      const value = row[cell];
      return value !== undefined && (counts.get(value) as number) <= Math.max(1, count * ODD) ? [i] : [];
    });
    // If many rows differ, each in its own way, none stands out.
    if (odd.length <= Math.max(MAX_ROWS, count * ODD)) for (const i of odd.slice(0, MAX_ROWS)) found.add(i);
  }
  return [...found].slice(0, MAX_ROWS);
}

/** Max rows compared, and the cost of each, in the units of a `CooperativeTask`. */
const MAX_COMPARED = 20_000;
const ROW = 40;

/** Returns the lines of a list that differ from nearly all others. */
export function* oddRowLines(lines: Lines, { roles }: Outline): CooperativeTask<readonly number[]> {
  yield Math.min(lines.count, MAX_COMPARED) * ROW;
  const at: number[] = [];
  for (let i = 0; i < lines.count && at.length < MAX_COMPARED; i++) if (roles[i] !== Role.blank) at.push(i);
  const delimiter = at[0] === undefined ? undefined : delimiterOf(lineHead(lines, at[at.length >> 1] as number));
  return oddRows(at.map((i) => cellsOf(lineHead(lines, i), delimiter))).map((row) => at[row] as number);
}

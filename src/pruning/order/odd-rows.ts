/** Cells of a row that are looked at, and the rows of a table that has enough to tell what is usual. */
const MAX_CELLS = 16;
const LEAST_ROWS = 20;
/** Share of the rows that have the usual value of a column, at least, and of rows that may have another. */
const USUAL = 0.6;
const ODD = 0.05;
const MAX_ROWS = 12;

/**
 * Finds the rows that differ from nearly all others in a column where most are alike: the one that is not `Running`, or
 * not on `127.0.0.1`. Shows what stands out where no word of the question says what to look for.
 */
export function oddRows(rows: readonly (readonly string[])[]): readonly number[] {
  const count = rows.length;
  if (count < LEAST_ROWS) return [];
  const found = new Set<number>();
  for (let cell = 0; cell < MAX_CELLS; cell++) {
    const counts = new Map<string, number>();
    for (const row of rows) {
      const value = row[cell];
      if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    let most = 0;
    for (const n of counts.values()) most = Math.max(most, n);
    if (most === count || most < count * USUAL) continue;
    const odd = rows.flatMap((row, i) => {
      const value = row[cell];
      return value !== undefined && (counts.get(value) as number) <= Math.max(1, count * ODD) ? [i] : [];
    });
    // Where many differ, each in its own way, none stands out.
    if (odd.length <= Math.max(MAX_ROWS, count * ODD)) for (const i of odd.slice(0, MAX_ROWS)) found.add(i);
  }
  return [...found].slice(0, MAX_ROWS);
}

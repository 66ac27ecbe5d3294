import type { NumberRows } from './number-rows.ts';

/** Sums by session, column by column. */
export interface SessionTable {
  readonly sessions: number;
  /** One number per session. Gives the same array for the same column. */
  column(at: number): Float64Array;
}

/** Reads some rows of sums, each of another session, as a table. */
export function sessionTable(rows: NumberRows, which: readonly number[]): SessionTable {
  const read = new Map<number, Float64Array>();
  return {
    sessions: which.length,
    column(at) {
      const known = read.get(at);
      if (known !== undefined) return known;
      const column = Float64Array.from(which, (row) => rows.get(row, at));
      read.set(at, column);
      return column;
    },
  };
}

import type { NumberRows } from './number-rows.ts';

/** Sums by session, column by column. */
export interface SessionTable {
  /** The sessions of the table, by number. */
  readonly which: Int32Array;
  /** One number per session. Gives the same array for the same column. */
  column(at: number): Float64Array;
}

/** Reads rows of sums as a table: the rows by the session whose sums they are. */
export function sessionTable(rows: NumberRows, bySession: ReadonlyMap<number, number>): SessionTable {
  const read = new Map<number, Float64Array>();
  const places = [...bySession.values()];
  return {
    which: Int32Array.from(bySession.keys()),
    column(at) {
      const known = read.get(at);
      if (known !== undefined) return known;
      const column = Float64Array.from(places, (row) => rows.get(row, at));
      read.set(at, column);
      return column;
    },
  };
}

import type { NumberRows } from './number-rows.ts';

/** Sums by session, read by column. */
export interface SessionTable {
  /** Numbers of the sessions in the table. */
  readonly which: Int32Array;
  /** Returns one number per session. The same column always gives the same array. */
  column(at: number): Float64Array;
}

/** Reads rows of sums as a table. `bySession` maps each session to its row. */
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

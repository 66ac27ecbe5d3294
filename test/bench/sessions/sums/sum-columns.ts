import { type Cell, type Judgement, NEEDS, type NeedOrAny } from '../judging/judgement.ts';
import type { NumberRows } from './number-rows.ts';

/** Sums that do not depend on a cell. */
const BASE = ['cases', 'tokens', 'idle', 'idleTokens'] as const;
/**
 * Sums of one cell: tokens shown in all cases, tokens shown in cases in which nothing was used again, and tokens
 * fetched back.
 */
const SHOWN = ['shown', 'idleShown', 'fetched'] as const;
/** Sums of one cell by need: cases with any needed line, shares of needed lines, cases with all of them. */
const MEASURES = ['hit', 'cover', 'all'] as const;

export type Base = (typeof BASE)[number];
export type Shown = (typeof SHOWN)[number];
export type Measure = (typeof MEASURES)[number];

const CELL_WIDTH = SHOWN.length + NEEDS.length * MEASURES.length;
const CELLS_AT = BASE.length + NEEDS.length;

/** Columns of a row of sums. In `idle` cases nothing was used again. */
export interface SumColumns {
  readonly cells: readonly Cell[];
  readonly width: number;
  base(name: Base): number;
  /** Cases in which lines were needed. */
  needed(need: NeedOrAny): number;
  shown(cell: number, name: Shown): number;
  measure(cell: number, need: NeedOrAny, name: Measure): number;
  /** Adds a case to a row. Outcomes of other cells are ignored. */
  add(rows: NumberRows, row: number, judgement: Judgement): void;
}

export function sumColumns(cells: readonly Cell[]): SumColumns {
  const places = new Map(cells.map((cell, at) => [keyOf(cell), at]));
  const base = (name: Base): number => BASE.indexOf(name);
  const needed = (need: NeedOrAny): number => BASE.length + NEEDS.indexOf(need);
  const shown = (cell: number, name: Shown): number => CELLS_AT + cell * CELL_WIDTH + SHOWN.indexOf(name);
  const measure = (cell: number, need: NeedOrAny, name: Measure): number =>
    CELLS_AT + cell * CELL_WIDTH + SHOWN.length + NEEDS.indexOf(need) * MEASURES.length + MEASURES.indexOf(name);
  return {
    ...{ cells, width: CELLS_AT + cells.length * CELL_WIDTH, base, needed, shown, measure },
    add(rows, row, { tokens, needed: lines, outcomes }) {
      const isIdle = lines.any === 0;
      rows.add(row, base('cases'), 1);
      rows.add(row, base('tokens'), tokens);
      if (isIdle) rows.add(row, base('idle'), 1);
      if (isIdle) rows.add(row, base('idleTokens'), tokens);
      for (const need of NEEDS) if (lines[need] > 0) rows.add(row, needed(need), 1);
      for (const outcome of outcomes) {
        const cell = places.get(keyOf(outcome));
        if (cell === undefined) continue;
        rows.add(row, shown(cell, 'shown'), outcome.tokens);
        rows.add(row, shown(cell, 'fetched'), outcome.fetched);
        if (isIdle) rows.add(row, shown(cell, 'idleShown'), outcome.tokens);
        for (const need of NEEDS) {
          const kept = outcome.kept[need];
          if (kept === 0) continue;
          rows.add(row, measure(cell, need, 'hit'), 1);
          rows.add(row, measure(cell, need, 'cover'), kept / lines[need]);
          if (kept === lines[need]) rows.add(row, measure(cell, need, 'all'), 1);
        }
      }
    },
  };
}

export function keyOf({ point, method }: Cell): string {
  return `${point} ${method}`;
}

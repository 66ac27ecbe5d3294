import { HOOK_CUTS, type HookCuts } from '../../../../src/unasked/cuts.ts';
import type { Point } from '../judging/judgement.ts';
import { bootstrapRatios } from './bootstrap.ts';
import { caseFigures } from './case-figures.ts';
import type { Groups } from './case-groups.ts';
import { drawSessions } from './draw-sessions.ts';
import type { CaseFigures, SessionFigures, Totals } from './figures.ts';
import type { SessionSums } from './session-sums.ts';
import { keyOf } from './sum-columns.ts';

/**
 * Computes all figures from the sums, with intervals from the same resamples. Throws a RangeError if the engine's own
 * point was not judged.
 */
export function toFigures(sums: SessionSums): SessionFigures {
  const { columns, groupColumns } = sums;
  const given = sums.given();
  const all = sums.all();
  const draws = drawSessions(given.which.length);
  const [results, tokens] = [given.column(0), given.column(1)];
  const totalsAt = (point: Point): Totals | undefined => {
    const cell = columns.cells.findIndex((one) => keyOf(one) === keyOf({ point, method: 'engine' }));
    if (cell < 0) return undefined;
    const saved = less(all.column(columns.base('tokens')), all.column(columns.shown(cell, 'shown')));
    const lost = less(all.column(columns.needed('any')), all.column(columns.measure(cell, 'any', 'all')));
    const net = less(saved, all.column(columns.shown(cell, 'fetched')));
    const [share, left, rate] = bootstrapRatios(
      [
        { above: saved, below: tokens },
        { above: net, below: tokens },
        { above: lost, below: results },
      ],
      draws,
      given.which,
    );
    if (share === undefined || left === undefined || rate === undefined)
      throw new Error('unreachable: three ratios were asked for');
    return { after: total(tokens) - total(saved), saved: share, net: left, lost: total(lost), lostRate: rate };
  };
  const own = totalsAt('own');
  if (own === undefined)
    throw new RangeError('cannot sum up sessions: the engine was not judged at "own", its own point');
  const automatic = new Map<HookCuts, Totals>();
  for (const cuts of HOOK_CUTS) {
    const totals = totalsAt(cuts);
    if (totals !== undefined) automatic.set(cuts, totals);
  }
  const by: Record<keyof Groups, Map<string, CaseFigures>> = {
    ...{ action: new Map(), kind: new Map(), length: new Map(), format: new Map() },
  };
  for (const group of sums.groups()) by[group.by].set(group.name, caseFigures(group.table, groupColumns, draws));
  return {
    ...{ sessions: given.which.length, results: total(results), given: total(tokens), ...own, automatic },
    ...{ all: caseFigures(all, columns, draws), by },
  };
}

function less(from: Float64Array, what: Float64Array): Float64Array {
  return from.map((value, session) => value - (what[session] as number));
}

function total(column: Float64Array): number {
  return column.reduce((sum, value) => sum + value, 0);
}

import { bootstrapRatios } from './bootstrap.ts';
import { caseFigures } from './case-figures.ts';
import type { Groups } from './case-groups.ts';
import { type DrawOptions, drawSessions } from './draw-sessions.ts';
import type { CaseFigures, SessionFigures } from './figures.ts';
import type { SessionSums } from './session-sums.ts';
import { keyOf } from './sum-columns.ts';

/** Takes all figures from the sums, their intervals from the same resamples. Throws a RangeError if the engine's own point was not judged. */
export function toFigures(sums: SessionSums, options?: DrawOptions): SessionFigures {
  const { columns, groupColumns } = sums;
  const own = columns.cells.findIndex((cell) => keyOf(cell) === keyOf({ point: 'own', method: 'engine' }));
  if (own < 0) throw new RangeError('cannot sum up sessions: the engine was not judged at "own", its own point');
  const given = sums.given();
  const all = sums.all();
  const draws = drawSessions(given.which.length, options);
  const [results, tokens] = [given.column(0), given.column(1)];
  const saved = less(all.column(columns.base('tokens')), all.column(columns.shown(own, 'shown')));
  const lost = less(all.column(columns.needed('any')), all.column(columns.measure(own, 'any', 'all')));
  const [savedShare, lostRate] = bootstrapRatios(
    [
      { above: saved, below: tokens },
      { above: lost, below: results },
    ],
    draws,
    given.which,
  );
  if (savedShare === undefined || lostRate === undefined) throw new Error('unreachable: two ratios were asked for');
  const by: Record<keyof Groups, Map<string, CaseFigures>> = {
    ...{ action: new Map(), kind: new Map(), length: new Map(), format: new Map() },
  };
  for (const group of sums.groups()) by[group.by].set(group.name, caseFigures(group.table, groupColumns, draws));
  return {
    ...{
      sessions: given.which.length,
      results: total(results),
      given: total(tokens),
      after: total(tokens) - total(saved),
    },
    ...{ saved: savedShare, lost: total(lost), lostRate, all: caseFigures(all, columns, draws), by },
  };
}

function less(from: Float64Array, what: Float64Array): Float64Array {
  return from.map((value, session) => value - (what[session] as number));
}

function total(column: Float64Array): number {
  return column.reduce((sum, value) => sum + value, 0);
}

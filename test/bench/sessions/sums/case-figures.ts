import { type ByNeed, byNeed, type NeedOrAny } from '../judging/judgement.ts';
import { bootstrapRatios, type Figure, type Ratio } from './bootstrap.ts';
import type { Draws } from './draw-sessions.ts';
import type { CaseFigures, CellFigures, Difference, Recalls } from './figures.ts';
import type { SessionTable } from './session-table.ts';
import type { Measure, SumColumns } from './sum-columns.ts';

/** A value that is computed once all ratios are known. */
type Pending<Value> = (figures: readonly Figure[]) => Value;

/** Sums up a table. All ratios use the same resamples, so that each column is summed once. */
export function caseFigures(table: SessionTable, columns: SumColumns, draws: Draws): CaseFigures {
  const ratios: Ratio[] = [];
  const take = (ratio: Ratio): Pending<Figure> => {
    const at = ratios.push(ratio) - 1;
    return (figures) => figures[at] as Figure;
  };
  const of = (at: number): Float64Array => table.column(at);
  const total = (at: number): number => of(at).reduce((sum, value) => sum + value, 0);
  const recalls = (column: (need: NeedOrAny, name: Measure) => Float64Array, min: number): Pending<Recalls> => {
    const ofNeeds = (name: Measure): Pending<ByNeed<Figure>> => {
      const pending = byNeed((need) =>
        take({ above: column(need, name), below: of(columns.needed(need)), bounds: [min, 1] }),
      );
      return (known) => byNeed((need) => pending[need](known));
    };
    const [hit, cover, all] = [ofNeeds('hit'), ofNeeds('cover'), ofNeeds('all')];
    return (known) => ({ hit: hit(known), cover: cover(known), all: all(known) });
  };

  const cells = columns.cells.map((cell, at): Pending<CellFigures> => {
    const shown = columns.shown(at, 'shown');
    const share = take({ above: of(shown), below: of(columns.base('tokens')) });
    const waste = take({ above: of(columns.shown(at, 'idleShown')), below: of(columns.base('idleTokens')) });
    const recall = recalls((need, name) => of(columns.measure(at, need, name)), 0);
    const lost = total(columns.needed('any')) - total(columns.measure(at, 'any', 'all'));
    return (known) => ({
      ...cell,
      ...{ tokens: total(shown), share: share(known), waste: waste(known), lost },
      ...recall(known),
    });
  });
  const differences = columns.cells.flatMap(({ point, method }, engine): Pending<Difference>[] => {
    const other = columns.cells.findIndex((cell) => cell.point === point && cell.method === 'BM25');
    if (point === 'shipped' || method !== 'engine' || other < 0) return [];
    const recall = recalls((need, name) => {
      const less = of(columns.measure(other, need, name));
      return of(columns.measure(engine, need, name)).map((value, session) => value - (less[session] as number));
    }, -1);
    return [(known) => ({ point, ...recall(known) })];
  });

  const known = bootstrapRatios(ratios, draws, table.which);
  const needed = (need: NeedOrAny): number => total(columns.needed(need));
  return {
    ...{
      cases: total(columns.base('cases')),
      tokens: total(columns.base('tokens')),
      idle: total(columns.base('idle')),
    },
    sessions: of(columns.base('cases')).reduce((sum, cases) => sum + (cases > 0 ? 1 : 0), 0),
    needed: byNeed(needed),
    cells: cells.map((cell) => cell(known)),
    differences: differences.map((difference) => difference(known)),
  };
}

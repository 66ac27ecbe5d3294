import { type MoneyFigures, UNNOTICED } from '../money/money-figures.ts';
import { ALL } from '../money/money-sums.ts';
import { percent, percentOf } from './figure-words.ts';

const NETS = ['Net', ...UNNOTICED.slice(1).map((share) => `${100 * share} % unnoticed`)];
const HEADS = ['Cuts', '', 'Results', 'Cut', 'Losing', 'Cited kept', 'Spared', 'Lost', ...NETS, 'Sessions dearer'];
const INTERVAL_HEADS = ['Cuts', 'Over', ...NETS, 'Losing', 'Cited kept', 'Sessions dearer'];

/** Formats the price changes that pruning would have caused as rows of a table, head first. */
export function moneyRows(money: readonly MoneyFigures[]): readonly (readonly string[])[] {
  const rows = money.flatMap(({ cuts, groups }) =>
    [...groups]
      .sort(byGroup)
      .map(([name, { results, cut, losing, citedShown, spared, lost, net, dearerSessions, sessions }]) => [
        ...[cuts, name, String(results), String(cut), percent(losing.value), percent(citedShown.value)],
        ...[spared, lost, ...UNNOTICED.map((share) => net[share])].map(({ value }) => percent(value, 1)),
        `${dearerSessions} of ${sessions}`,
      ]),
  );
  return [HEADS, ...rows];
}

/** Formats the 95 % intervals of the main figures as rows, head first. Undefined if there are too few units. */
export function intervalRows(money: readonly MoneyFigures[]): readonly (readonly string[])[] | undefined {
  const rows = money.flatMap(({ cuts, over, units, groups }) => {
    const all = groups.get(ALL);
    if (all?.net[0].interval === undefined) return [];
    const { net, losing, citedShown, dearer } = all;
    const nets = UNNOTICED.map((share) => percentOf(net[share], 1));
    return [[cuts, `${units} ${over}`, ...nets, ...[losing, citedShown, dearer].map((one) => percentOf(one))]];
  });
  return rows.length === 0 ? undefined : [INTERVAL_HEADS, ...rows];
}

function byGroup([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  if (a === ALL || b === ALL) return a === ALL ? -1 : 1;
  return a.localeCompare(b, 'en', { numeric: true });
}

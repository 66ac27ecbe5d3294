import { type MoneyFigures, UNNOTICED } from '../../../eval/sessions/money/money-figures.ts';
import { ALL } from '../../../eval/sessions/money/money-sums.ts';

const HEADS = [
  ...['Care', '', 'Results', 'Cut', 'Losing', 'Cited kept', 'Spared', 'Lost', 'Net'],
  ...UNNOTICED.slice(1).map((share) => `${100 * share} % unnoticed`),
  'Sessions dearer',
];

/** Formats what pruning would have changed of the sessions' price, as rows of a table with its head. */
export function moneyRows(money: readonly MoneyFigures[]): readonly (readonly string[])[] {
  const rows = money.flatMap(({ care, groups, sessions, dearer }) =>
    [...groups]
      .sort(byGroup)
      .map(([name, one]) => [
        ...[care, name, String(one.results), String(one.cut), percent(one.losing, 0), percent(one.citedShown, 0)],
        ...[percent(one.spared), percent(one.lost), ...UNNOTICED.map((share) => percent(one.net[share]))],
        name === ALL ? `${dearer} of ${sessions}` : '',
      ]),
  );
  return [HEADS, ...rows];
}

function byGroup([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  if (a === ALL || b === ALL) return a === ALL ? -1 : 1;
  return a.localeCompare(b, 'en', { numeric: true });
}

function percent(share: number | undefined, digits = 1): string {
  if (share === undefined) return '–';
  const text = (100 * share).toFixed(digits);
  return `${Number(text) === 0 ? text.replace('-', '') : text.replace('-', '−')} %`;
}

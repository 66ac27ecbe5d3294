import { parseArgs } from 'node:util';
import { HOOK_CUTS } from '../../../src/unasked/cuts.ts';
import { LOSS } from '../../../src/unasked/shorten-result.ts';
import { judgeMoney } from './judge-money.ts';
import { markdownTable } from './markdown-table.ts';
import { moneyFigures } from './money/money-figures.ts';
import { ALL } from './money/money-sums.ts';
import { intervalRows, moneyRows } from './report/money-rows.ts';

/**
 * `node test/bench/sessions/curve.ts [--shipped] REPO…`: measures how hooks change the price of sessions. Varies the
 * assumed cost of a lost line, in requests. With `--shipped`, uses the shipped cost, and adds groups by tool and by size
 * of results. Prints Markdown.
 */
const { values, positionals: repos } = parseArgs({
  options: { shipped: { type: 'boolean', default: false } },
  allowPositionals: true,
});
if (repos.length === 0) throw new Error('which repositories? node test/bench/sessions/curve.ts REPO…');
const rows: string[][] = [];
const intervals: string[][] = [];
const odd: string[] = [];
const { requests: usual } = LOSS;
const costs = values.shipped ? [usual] : [0.5, 1, usual, 2.5, 4.5];
for (const [requests, cuts] of costs.flatMap((cost) => HOOK_CUTS.map((one) => [cost, one] as const))) {
  LOSS.requests = requests;
  const name = `${cuts} ${requests}`;
  for (const [host, money] of await judgeMoney(repos, cuts)) {
    odd.push(
      `${name} ${host}: ${money.filter(({ isOdd }) => isOdd).length} of ${money.length} sessions with counts that cannot be of their texts`,
    );
    const [head = [], ...all] = moneyRows(moneyFigures(money));
    if (rows.length === 0) rows.push(['requests', 'host', 'group', ...head.slice(2)]);
    for (const [, group, ...cells] of all)
      if (values.shipped || group === ALL) rows.push([name, host, group ?? '', ...cells]);
    const [intervalHead = [], ...ofAll] = intervalRows(moneyFigures(money)) ?? [];
    if (intervals.length === 0 && ofAll.length > 0) intervals.push(['requests', 'host', ...intervalHead.slice(1)]);
    for (const [, ...cells] of ofAll) intervals.push([name, host, ...cells]);
  }
}
process.stdout.write(`${markdownTable(rows)}\n\n${markdownTable(intervals)}\n\n${odd.join('\n')}\n`);

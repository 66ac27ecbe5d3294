import { importWithout } from '../modules-without.ts';
import { judgeMoney } from './judge-money.ts';
import { markdownTable } from './markdown-table.ts';
import { moneyFigures } from './money/money-figures.ts';
import { ALL } from './money/money-sums.ts';
import { MONEY_RULES, type MoneyRule, ROOT, WHOLE_RULES } from './money-rules.ts';
import { moneyRows } from './report/money-rows.ts';

/**
 * `node test/bench/sessions/without.ts REPO…`: measures how `more` changes the price of sessions with each rule of
 * automatic pruning removed in turn. Also removes all rules that leave results whole at once. Prints Markdown.
 */
const repos = process.argv.slice(2);
if (repos.length === 0) throw new Error('which repositories? node test/bench/sessions/without.ts REPO…');
const rows: string[][] = [];
await add('nothing', judgeMoney);
for (const rule of MONEY_RULES) await addWithout(rule.name, [rule]);
await addWithout('all that leave results whole', WHOLE_RULES);
process.stdout.write(`${markdownTable(rows)}\n`);

async function addWithout(name: string, rules: readonly MoneyRule[]): Promise<void> {
  const entry = 'test/bench/sessions/judge-money.ts';
  const without = await importWithout<{ readonly judgeMoney: typeof judgeMoney }>(ROOT, entry, ...rules);
  await add(name, without.judgeMoney);
}

async function add(name: string, judge: typeof judgeMoney): Promise<void> {
  for (const [host, money] of await judge(repos, 'more')) {
    const [head = [], ...all] = moneyRows(moneyFigures(money));
    if (rows.length === 0) rows.push(['without', 'host', ...head.slice(2)]);
    for (const [, group, ...cells] of all) if (group === ALL) rows.push([name, host, ...cells]);
  }
}

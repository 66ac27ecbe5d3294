import { parseArgs } from 'node:util';
import { importWithout } from '../modules-without.ts';
import { judgeMoney } from './judge-money.ts';
import { moneyFigures } from './money/money-figures.ts';
import { ALL } from './money/money-sums.ts';
import { LATER_RULES, MONEY_RULES, type MoneyRule, ROOT, WHOLE_RULES } from './money-rules.ts';
import { moneyRows } from './report/money-rows.ts';

/**
 * `node test/bench/sessions/without.ts [--later] REPO…`: measures how `more` changes the price of sessions with each rule
 * of automatic pruning removed in turn, and with all rules removed that leave results whole. With `--later`, measures the
 * rules that were added last: each removed, all removed, and each alone. Prints a table with tabs, row by row.
 */
const { values, positionals: repos } = parseArgs({
  options: { later: { type: 'boolean', default: false } },
  allowPositionals: true,
});
if (repos.length === 0) throw new Error('which repositories? node test/bench/sessions/without.ts REPO…');

let isBegun = false;
await add('nothing', judgeMoney);
if (values.later) {
  for (const rule of LATER_RULES) await addWithout(rule.name, [rule]);
  await addWithout('all of these', LATER_RULES);
  for (const rule of LATER_RULES) {
    const others = LATER_RULES.filter((other) => other !== rule);
    await addWithout(`all of these but ${rule.name}`, others);
  }
} else {
  for (const rule of MONEY_RULES) await addWithout(rule.name, [rule]);
  await addWithout('all that leave results whole', WHOLE_RULES);
}

async function addWithout(name: string, rules: readonly MoneyRule[]): Promise<void> {
  const entry = 'test/bench/sessions/judge-money.ts';
  const without = await importWithout<{ readonly judgeMoney: typeof judgeMoney }>(ROOT, entry, ...rules);
  await add(name, without.judgeMoney);
}

async function add(name: string, judge: typeof judgeMoney): Promise<void> {
  for (const [host, money] of await judge(repos, 'more')) {
    const [head = [], ...all] = moneyRows(moneyFigures(money));
    if (!isBegun) print(['without', 'host', ...head.slice(2)]);
    isBegun = true;
    for (const [, group, ...cells] of all) if (group === ALL) print([name, host, ...cells]);
  }
}

function print(cells: readonly string[]): void {
  process.stdout.write(`${cells.join('\t')}\n`);
}

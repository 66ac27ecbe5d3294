import { percentOf } from '../../../launcher/cli/eval/report/figure-words.ts';
import { LOSS_TOKENS } from '../../../launcher/hooks/shorten-result.ts';
import { automaticByHost } from './automatic-sums.ts';
import { keptWords } from './hosts-table.ts';

/**
 * `node test/bench/sessions/curve.ts REPO…`: what hooks spare and lose, by the price in tokens that is set on a lost line: it
 * decides how careful they are. Prints Markdown, with the prices of `balanced` and `careful` among them.
 */
const repos = process.argv.slice(2);
if (repos.length === 0) throw new Error('which repositories? node test/bench/sessions/curve.ts REPO…');
const prices = [0, LOSS_TOKENS.balanced, 1400, LOSS_TOKENS.careful, 6000];
process.stdout.write(
  '| price | host | spared | net of what is read back | every needed line kept |\n| --- | --- | --- | --- | --- |\n',
);
for (const price of prices) {
  Object.assign(LOSS_TOKENS, { balanced: price });
  for (const { host, automatic } of await automaticByHost(repos, ['balanced'])) {
    const totals = automatic.get('balanced');
    if (totals === undefined) continue;
    const row = [price, host, percentOf(totals.saved), percentOf(totals.net), keptWords(totals)];
    process.stdout.write(`| ${row.join(' | ')} |\n`);
  }
}

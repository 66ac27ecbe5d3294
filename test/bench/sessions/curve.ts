import { intervalRows, moneyRows } from '../../../launcher/cli/eval/report/money-rows.ts';
import { evaluateSessions } from '../../../launcher/eval/sessions/evaluate-sessions.ts';
import { moneyFigures } from '../../../launcher/eval/sessions/money/money-figures.ts';
import { ALL, type SessionMoney } from '../../../launcher/eval/sessions/money/money-sums.ts';
import { findSessions } from '../../../launcher/eval/sessions/sources/find-sessions.ts';
import { LOSS_REQUESTS } from '../../../launcher/hooks/shorten-result.ts';
import { createEmbeddedPruner } from '../../../src/engine/embedded.ts';
import { estimateTokens } from '../../../src/engine/keep/tokens.ts';
import { HOOK_NOTICE } from '../../../src/text/hook-notice.ts';
import { markdownTable } from './markdown-table.ts';

/**
 * `node test/bench/sessions/curve.ts REPO…`: what hooks change of the price of sessions, by the number of requests that a
 * lost line is said to cost. Prints Markdown.
 */
const repos = process.argv.slice(2);
if (repos.length === 0) throw new Error('which repositories? node test/bench/sessions/curve.ts REPO…');
const signal = new AbortController().signal;
const judge = {
  ...{ pruner: createEmbeddedPruner(), count: estimateTokens, overheadTokens: HOOK_NOTICE.tokens, signal },
  points: ['balanced'] as const,
};
const sums = { gave: () => {}, add: () => {} };
const rows: string[][] = [];
const intervals: string[][] = [];
for (const requests of [0.5, 1, LOSS_REQUESTS.balanced, 2.5, LOSS_REQUESTS.careful, 8]) {
  Object.assign(LOSS_REQUESTS, { balanced: requests });
  const byHost = new Map<string, SessionMoney[]>();
  const onSession = ({ format }: { readonly format: string }, money: readonly SessionMoney[]): void => {
    byHost.set(format, [...(byHost.get(format) ?? []), ...money]);
  };
  for (const repo of repos) {
    const found = findSessions({ paths: [repo], signal });
    await evaluateSessions(found, { sums, count: estimateTokens, judge, onSession });
  }
  for (const [host, money] of byHost) {
    const [head = [], ...all] = moneyRows(moneyFigures(money));
    if (rows.length === 0) rows.push(['requests', 'host', ...head.slice(2)]);
    const [intervalHead = [], ...ofAll] = intervalRows(moneyFigures(money)) ?? [];
    if (intervals.length === 0 && ofAll.length > 0) intervals.push(['requests', 'host', ...intervalHead.slice(1)]);
    for (const [, ...cells] of ofAll) intervals.push([String(requests), host, ...cells]);
    for (const [, group, ...cells] of all) if (group === ALL) rows.push([String(requests), host, ...cells]);
  }
}
process.stdout.write(`${markdownTable(rows)}\n\n${markdownTable(intervals)}\n`);

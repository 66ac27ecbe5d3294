import { intervalRows, moneyRows } from '../../../launcher/cli/eval/report/money-rows.ts';
import { evaluateSessions } from '../../../launcher/eval/sessions/evaluate-sessions.ts';
import { moneyFigures } from '../../../launcher/eval/sessions/money/money-figures.ts';
import { ALL, type SessionMoney } from '../../../launcher/eval/sessions/money/money-sums.ts';
import { findSessions } from '../../../launcher/eval/sessions/sources/find-sessions.ts';
import { LOSS } from '../../../launcher/hooks/shorten-result.ts';
import { createEmbeddedPruner } from '../../../src/engine/embedded.ts';
import { estimateTokens } from '../../../src/engine/keep/tokens.ts';
import { CARES } from '../../../src/engine/pruner.ts';
import { MAX_LOSS_CHANCE } from '../../../src/engine/score/learned/session-scorer.ts';
import { HOOK_NOTICE } from '../../../src/text/hook-notice.ts';
import { markdownTable } from './markdown-table.ts';

/**
 * `node test/bench/sessions/curve.ts REPO…`: what hooks change of the price of sessions: `balanced` by the number of
 * requests that a lost line is said to cost, `careful` by the max chance of a loss. Prints Markdown.
 */
const repos = process.argv.slice(2);
if (repos.length === 0) throw new Error('which repositories? node test/bench/sessions/curve.ts REPO…');
const signal = new AbortController().signal;
const judge = {
  ...{ pruner: createEmbeddedPruner(), count: estimateTokens, overheadTokens: HOOK_NOTICE.tokens, signal },
  points: CARES,
};
const sums = { gave: () => {}, add: () => {} };
const rows: string[][] = [];
const intervals: string[][] = [];
const { requests: usual } = LOSS;
const { careful: allowed } = MAX_LOSS_CHANCE;
for (const [requests, chance] of [
  [0.5, 0.15],
  [1, 0.2],
  [usual, allowed],
  [2.5, 0.4],
  [4.5, 0.5],
  [8, 0.6],
] as const) {
  const at: Readonly<Record<string, number>> = { balanced: requests, careful: chance };
  LOSS.requests = requests;
  Object.assign(MAX_LOSS_CHANCE, { careful: chance });
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
    const nameOf = (care = ''): string => `${care} ${at[care]}`;
    if (rows.length === 0) rows.push(['requests or chance', 'host', ...head.slice(2)]);
    for (const [care, group, ...cells] of all) if (group === ALL) rows.push([nameOf(care), host, ...cells]);
    const [intervalHead = [], ...ofAll] = intervalRows(moneyFigures(money)) ?? [];
    if (intervals.length === 0 && ofAll.length > 0)
      intervals.push(['requests or chance', 'host', ...intervalHead.slice(1)]);
    for (const [care, ...cells] of ofAll) intervals.push([nameOf(care), host, ...cells]);
  }
}
process.stdout.write(`${markdownTable(rows)}\n\n${markdownTable(intervals)}\n`);

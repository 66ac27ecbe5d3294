import { expect, test } from 'vitest';
import type { MoneyFigures } from '../money/money-figures.ts';
import { sessionsVerdict } from './verdict.ts';

/** Figures with the net share of the price if a tenth of the losses goes unnoticed. */
const money = (cuts: MoneyFigures['cuts'], net: number): MoneyFigures =>
  ({ cuts, groups: new Map([['all', { net: { 0.1: { value: net } } }]]) }) as unknown as MoneyFigures;

const PAYS = 'Verdict: automatic pruning pays here. Switch it on with `mcp-pruner init --on`.';
const MORE = 'Verdict: cutting more pays here. Use `mcp-pruner init --on --env MCP_PRUNER_HOOK_CUTS=more`.';
const NOT = 'Verdict: automatic pruning does not pay here. Leave it off, and let the agent ask questions.';

test.each([
  ['the default leaves most', 100, [money('default', 0.02), money('more', 0.01)], PAYS],
  ['both leave as much', 100, [money('default', 0.02), money('more', 0.02)], PAYS],
  ['more cuts leave more', 100, [money('default', 0.01), money('more', 0.02)], MORE],
  ['more cuts cost more than they spare', 100, [money('default', 0.01), money('more', -0.01)], PAYS],
  ['nothing pays', 100, [money('default', 0), money('more', -0.01)], NOT],
  ['nothing was judged without a question', 100, [], NOT],
  ['hardly any case', 19, [money('more', 0.2)], 'Verdict: 19 long results are too few to decide.'],
  ['one case', 1, [money('more', 0.2)], 'Verdict: one long result is too few to decide.'],
])('sessions: %s', (_what, cases, given, verdict) => {
  expect(sessionsVerdict(cases, given)).toBe(verdict);
});

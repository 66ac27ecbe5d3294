import { expect, test } from 'vitest';
import type { MoneyFigures } from '../money/money-figures.ts';
import { sessionsVerdict } from './verdict.ts';

/** Figures with the net share of the price if a tenth of the losses goes unnoticed. */
const money = (care: MoneyFigures['care'], net: number): MoneyFigures =>
  ({ care, groups: new Map([['all', { net: { 0.1: { value: net } } }]]) }) as unknown as MoneyFigures;

const PAYS = 'Verdict: automatic pruning pays here. Switch it on with `mcp-pruner init --on`.';
const CAREFUL = 'Verdict: careful pruning pays here. Use `mcp-pruner init --on --env MCP_PRUNER_HOOK_CARE=careful`.';
const NOT = 'Verdict: automatic pruning does not pay here. Leave it off, and let the agent ask questions.';

test.each([
  ['it leaves most', 100, [money('careful', 0.01), money('balanced', 0.02)], PAYS],
  ['more care leaves more', 100, [money('careful', 0.02), money('balanced', 0.01)], CAREFUL],
  ['it costs more than it spares, but with care', 100, [money('careful', 0.01), money('balanced', -0.01)], CAREFUL],
  ['nothing pays', 100, [money('careful', 0), money('balanced', -0.01)], NOT],
  ['nothing was judged without a question', 100, [], NOT],
  ['hardly any case', 19, [money('balanced', 0.2)], 'Verdict: 19 long results are too few to decide.'],
  ['one case', 1, [money('balanced', 0.2)], 'Verdict: one long result is too few to decide.'],
])('sessions: %s', (_what, cases, given, verdict) => {
  expect(sessionsVerdict(cases, given)).toBe(verdict);
});

import { expect, test } from 'vitest';
import { sessionsVerdict } from '../../../../../launcher/cli/eval/report/verdict.ts';
import type { SessionFigures, Totals } from '../../../../../launcher/eval/sessions/sums/figures.ts';

const share = (value: number) => ({ value, interval: undefined });
const totals = (net: number, lost: number) => ({ net: share(net), lostRate: share(lost) }) as unknown as Totals;

function figures(cases: number, balanced: Totals, careful?: Totals): SessionFigures {
  const automatic = new Map([
    ['balanced', balanced],
    ...(careful === undefined ? [] : [['careful', careful] as const]),
  ]);
  return { ...balanced, all: { cases }, automatic } as unknown as SessionFigures;
}

const PAYS = 'Verdict: automatic pruning pays here. Switch it on with `mcp-pruner init --on`.';
const CAREFUL =
  'Verdict: the more careful way pays here. Use `mcp-pruner init --on --env MCP_PRUNER_HOOK_CARE=careful`.';
const NOT = 'Verdict: automatic pruning does not pay here. Leave it off, and let the agent ask questions.';

test.each([
  ['it saves and seldom loses', figures(100, totals(0.2, 0.01), totals(0.1, 0.005)), PAYS],
  ['it loses too often', figures(100, totals(0.2, 0.05), totals(0.1, 0.01)), CAREFUL],
  ['it costs more than it saves, but with care', figures(100, totals(-0.1, 0.01), totals(0.1, 0.01)), CAREFUL],
  ['nothing pays', figures(100, totals(-0.1, 0.01), totals(0, 0.01)), NOT],
  ['only one way was judged', figures(100, totals(0.2, 0.05)), NOT],
  ['hardly any case', figures(19, totals(0.2, 0)), 'Verdict: 19 long results are too few to decide.'],
])('sessions: %s', (_what, given, verdict) => {
  expect(sessionsVerdict(given)).toBe(verdict);
});

import type { MoneyFigures } from '../money/money-figures.ts';
import { ALL } from '../money/money-sums.ts';

/** Min cases for a recommendation. */
const MIN_CASES = 20;

/**
 * Returns a recommendation from the figures, in one sentence. Pruning pays if the net savings are positive with a tenth
 * of the losses unnoticed.
 */
export function sessionsVerdict(cases: number, money: readonly MoneyFigures[]): string {
  const net = (care: MoneyFigures['care']): number =>
    money.find((one) => one.care === care)?.groups.get(ALL)?.net[0.1].value ?? 0;
  if (cases < MIN_CASES) {
    return `Verdict: ${cases === 1 ? 'one long result is' : `${cases} long results are`} too few to decide.`;
  }
  if (net('balanced') > 0 && net('balanced') >= net('careful')) {
    return 'Verdict: automatic pruning pays here. Switch it on with `mcp-pruner init --on`.';
  }
  if (net('careful') > 0) {
    return 'Verdict: careful pruning pays here. Use `mcp-pruner init --on --env MCP_PRUNER_HOOK_CARE=careful`.';
  }
  return 'Verdict: automatic pruning does not pay here. Leave it off, and let the agent ask questions.';
}

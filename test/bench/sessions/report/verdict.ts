import type { MoneyFigures } from '../money/money-figures.ts';
import { ALL } from '../money/money-sums.ts';

/** Min cases for a recommendation. */
const MIN_CASES = 20;

/**
 * Returns a recommendation from the figures, in one sentence. Pruning pays if the net savings are positive with a tenth
 * of the losses unnoticed.
 */
export function sessionsVerdict(cases: number, money: readonly MoneyFigures[]): string {
  const net = (cuts: MoneyFigures['cuts']): number =>
    money.find((one) => one.cuts === cuts)?.groups.get(ALL)?.net[0.1].value ?? 0;
  if (cases < MIN_CASES) {
    return `Verdict: ${cases === 1 ? 'one long result is' : `${cases} long results are`} too few to decide.`;
  }
  if (net('more') > 0 && net('more') > net('default')) {
    return 'Verdict: cutting more pays here. Use `mcp-pruner init --on --env MCP_PRUNER_HOOK_CUTS=more`.';
  }
  if (net('default') > 0) {
    return 'Verdict: automatic pruning pays here. Switch it on with `mcp-pruner init --on`.';
  }
  return 'Verdict: automatic pruning does not pay here. Leave it off, and let the agent ask questions.';
}

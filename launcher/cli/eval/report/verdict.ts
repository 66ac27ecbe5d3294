import type { SessionFigures, Totals } from '../../../eval/sessions/sums/figures.ts';

/** Share of results with a missing line from which the more careful way is recommended. */
const MAX_LOST = 0.02;
/** Fewer cases decide nothing. */
const MIN_CASES = 20;

/** Returns what the figures recommend, in one sentence. Counts with each missing line as read back once. */
export function sessionsVerdict({ all, automatic, ...asked }: SessionFigures): string {
  const totals: Totals = automatic.get('balanced') ?? asked;
  const careful = automatic.get('careful');
  const pays = (one: Totals | undefined): boolean => (one?.net.value ?? 0) > 0;
  if (all.cases < MIN_CASES) {
    return `Verdict: ${all.cases === 1 ? 'one long result is' : `${all.cases} long results are`} too few to decide.`;
  }
  if (pays(totals) && (totals.lostRate.value ?? 0) <= MAX_LOST) {
    return 'Verdict: automatic pruning pays here. Switch it on with `mcp-pruner init --on`.';
  }
  if (pays(careful)) {
    return 'Verdict: the more careful way pays here. Use `mcp-pruner init --on --env MCP_PRUNER_HOOK_CARE=careful`.';
  }
  return 'Verdict: automatic pruning does not pay here. Leave it off, and let the agent ask questions.';
}

import type { EvalSum } from '../../../eval/history/sum-verdicts.ts';
import type { SessionFigures, Totals } from '../../../eval/sessions/sums/figures.ts';

/** Share of results with a missing line from which the more careful way is recommended. */
const MAX_LOST = 0.02;
/** Fewer cases decide nothing. */
const MIN_CASES = 20;
/** Difference of hits that says one finds more than the other. */
const MIN_AHEAD = 0.05;

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

/** Returns whether the pruner finds more of the answers than BM25 with as many tokens, in one sentence. */
export function historyVerdict(families: readonly EvalSum[]): string {
  const cases = families.reduce((sum, one) => sum + one.cases, 0);
  if (cases < MIN_CASES) return `Verdict: ${cases === 1 ? 'one case is' : `${cases} cases are`} too few to decide.`;
  const ahead = families.reduce((sum, one) => sum + one.cases * (one.pruner.hit - one.bm25.hit), 0) / cases;
  if (ahead >= MIN_AHEAD) return 'Verdict: the pruner finds more of the answers here than BM25 with as many tokens.';
  if (ahead <= -MIN_AHEAD) return 'Verdict: BM25 finds more of the answers here than the pruner with as many tokens.';
  return 'Verdict: the pruner finds as many of the answers here as BM25 with as many tokens.';
}

import type { PruneOutcome, Pruner } from './pruner.ts';

/**
 * `upstream`, and `embedded` whenever that fails for any reason: the outcome names the failure. Whether a failing
 * upstream is asked again is for its own circuit breaker to say.
 */
export function createAutoPruner({ upstream, embedded }: { upstream: Pruner; embedded: Pruner }): Pruner {
  return {
    async prune(request, options): Promise<PruneOutcome> {
      const outcome = await upstream.prune(request, options);
      if (outcome.ok) return outcome;
      const standIn: Pruner['prune'] = async (...args) => {
        const instead = await embedded.prune(...args);
        return instead.ok ? { ...instead, standsInFor: outcome, again: standIn } : outcome;
      };
      return standIn(request, options);
    },
  };
}

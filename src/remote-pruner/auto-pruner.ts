import type { PruneOutcome, Pruner } from '../engine/pruner.ts';

/**
 * Creates a pruner that tries `upstream` and falls back to `embedded` on any failure; the outcome names the failure.
 * The upstream's own circuit breaker decides if a failing upstream is asked again.
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

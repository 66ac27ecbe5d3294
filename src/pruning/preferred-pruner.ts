import type { PruneFailure, PruneOutcome, Pruner } from './pruner.ts';

export interface PreferredPrunerOptions {
  readonly remote: Pruner;
  readonly embedded: Pruner;
  /** Which failures of `remote` the embedded engine stands in for. */
  readonly standInFor: 'unreachable' | 'any' | 'none';
  /** Milliseconds since any fixed point. */
  readonly now: () => number;
}

/** How long an unreachable endpoint is not asked again, in milliseconds. */
export const REFUSAL_MEMORY_MS = 30_000;

/** The remote pruner, with the embedded engine for the failures it may stand in for; the outcome names the failure. */
export function createPreferredPruner({ remote, embedded, standInFor, now }: PreferredPrunerOptions): Pruner {
  let refusal: { readonly failure: PruneFailure; readonly until: number } | undefined;

  return {
    async prune(request, options): Promise<PruneOutcome> {
      const remembered = refusal !== undefined && now() < refusal.until ? refusal.failure : undefined;
      const outcome = remembered ?? (await remote.prune(request, options));
      if (outcome.ok || standInFor === 'none') return outcome;
      if (outcome.unreachable === true) {
        if (remembered === undefined) refusal = { failure: outcome, until: now() + REFUSAL_MEMORY_MS };
      } else if (standInFor === 'unreachable') {
        return outcome;
      }
      const instead = await embedded.prune(request, options);
      return instead.ok ? { ...instead, standsInFor: outcome } : outcome;
    },
  };
}

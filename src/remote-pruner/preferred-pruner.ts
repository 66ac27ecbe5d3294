import type { PruneFailure, PruneOutcome, Pruner } from '../engine/pruner.ts';

export interface PreferredPrunerOptions {
  readonly remote: Pruner;
  readonly embedded: Pruner;
  /** Failures of `remote` for which the embedded engine takes over. */
  readonly standInFor: 'unreachable' | 'any' | 'none';
  /** Returns milliseconds since any fixed point. */
  readonly now: () => number;
}

/** Milliseconds for which an unreachable endpoint is not retried. */
export const REFUSAL_MEMORY_MS = 30_000;

/**
 * Creates a remote pruner that falls back to the embedded engine on the allowed failures. The outcome names the
 * failure.
 */
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

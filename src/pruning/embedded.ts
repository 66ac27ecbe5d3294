import { pruneSteps } from './prune-steps.ts';
import type { PruneDetails, Pruned, PruneRequest, Pruner } from './pruner.ts';
import type { LineScorer } from './scorer.ts';
import { atOnce, inTurns, type Pause, UNDIVIDED_CHARS } from './steps.ts';

/**
 * Prunes a text by a question: pure, synchronous, the same answer on every runtime. Never throws on any text.
 * Lines (0-based inside, 1-based in the answer) are the unit: none is cut or changed.
 */
export function pruneText(request: PruneRequest, scorer?: LineScorer): Pruned & { details: PruneDetails } {
  return atOnce(pruneSteps(request, scorer));
}

export interface EmbeddedPrunerOptions {
  /** Default: learned from sessions for a request with a context, by the words shared with the question for others. */
  readonly scorer?: LineScorer | undefined;
  /**
   * Awaited before each part of the work on a large text with its size in characters, so that an event loop turns in
   * between: a part takes some milliseconds at most. Default: all at once.
   */
  readonly pause?: Pause | undefined;
}

/**
 * The embedded engine behind the port. Without `pause` a call runs to its end at once and `signal` is looked at before
 * it starts; with it, after every pause.
 */
export function createEmbeddedPruner({ scorer, pause }: EmbeddedPrunerOptions = {}): Pruner {
  return {
    async prune(request, { signal } = {}) {
      signal?.throwIfAborted();
      const steps = pruneSteps(request, scorer);
      const divided = pause !== undefined && request.text.length >= UNDIVIDED_CHARS;
      return divided ? inTurns(steps, pause, signal) : atOnce(steps);
    },
  };
}

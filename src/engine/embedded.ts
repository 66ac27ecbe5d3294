import { atOnce, inTurns, type Pause, UNDIVIDED_CHARS } from '../text/cooperative-task.ts';
import { checkRequest } from './check-request.ts';
import { pruneSteps } from './prune-steps.ts';
import type { PruneDetails, Pruned, PruneRequest, Pruner } from './pruner.ts';
import type { LineScorer } from './score/scorer.ts';

/**
 * Prunes a text by a question. Pure, synchronous, and deterministic on every runtime. The unit is the line (0-based
 * inside, 1-based in the answer): no line is cut or changed. Throws a `TypeError` if a field of the request has the
 * wrong type; no text makes it throw.
 */
export function pruneText(request: PruneRequest, scorer?: LineScorer): Pruned & { details: PruneDetails } {
  checkRequest(request);
  return atOnce(pruneSteps(request, scorer));
}

export interface EmbeddedPrunerOptions {
  /** Default: the learned scorer for a request with a context, otherwise word overlap with the question. */
  readonly scorer?: LineScorer | undefined;
  /**
   * Awaited before each part of the work on a large text, with its size in characters, so that the event loop can
   * turn. A part takes a few milliseconds at most. By default everything runs at once.
   */
  readonly pause?: Pause | undefined;
}

/**
 * Creates the embedded engine's pruner. Without `pause` a call runs to its end and checks `signal` only before it
 * starts. With `pause` it also checks after every pause. Rejects with the `TypeError` that `pruneText` would throw.
 */
export function createEmbeddedPruner({ scorer, pause }: EmbeddedPrunerOptions = {}): Pruner {
  return {
    async prune(request, { signal } = {}) {
      signal?.throwIfAborted();
      checkRequest(request);
      const steps = pruneSteps(request, scorer);
      const divided = pause !== undefined && request.text.length >= UNDIVIDED_CHARS;
      return divided ? inTurns(steps, pause, signal) : atOnce(steps);
    },
  };
}

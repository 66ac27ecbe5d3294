import { countInTurns } from '../base/tokens/count-in-turns.ts';
import type { PruneOutcome, PruneRequest, Pruner } from '../engine/pruner.ts';
import type { PruneContext } from './prune-context.ts';
import { takeTurn } from './take-turn.ts';

export interface PrunedWithin {
  readonly outcome: PruneOutcome;
  /** Tokens of the outcome's text; `tokensIn` if nothing was removed. */
  readonly tokensOut: number;
}

/**
 * Max attempts. With this and the margin below, none of 726 answers to a share of 0.1 exceeded it by the real count.
 */
const ATTEMPTS = 4;
/** Factor below the size that would just fit, for the next attempt. */
const MARGIN = 0.97;

/**
 * Prunes to the requested share and number of tokens, counted by the real tokenizer. The engine only estimates, so if
 * it kept too much, it is asked again for less. If hard evidence alone exceeds the limit, that is the answer.
 */
export async function pruneWithin(
  request: PruneRequest,
  pruneContext: PruneContext,
  tokensIn: number,
): Promise<PrunedWithin> {
  const limit = Math.min((request.targetRatio ?? 1) * tokensIn, request.maxTokens ?? tokensIn);
  let asked = request;
  let prune: Pruner['prune'] = (...args) => pruneContext.pruner.prune(...args);
  for (let attempt = 1; ; attempt++) {
    const outcome = await prune(asked, { signal: pruneContext.signal });
    if (!outcome.ok || outcome.details?.changed !== true) return { outcome, tokensOut: tokensIn };
    const tokensOut = await countInTurns(outcome.text, pruneContext.countTokens, takeTurn(pruneContext));
    if (tokensOut <= limit || attempt === ATTEMPTS) return { outcome, tokensOut };
    prune = outcome.again ?? prune;
    const scale = (limit / tokensOut) * MARGIN;
    asked = {
      ...asked,
      targetRatio: asked.targetRatio === undefined ? undefined : asked.targetRatio * scale,
      maxTokens: asked.maxTokens === undefined ? undefined : Math.max(1, Math.floor(asked.maxTokens * scale)),
    };
  }
}

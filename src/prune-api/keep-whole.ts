import { countInTurns } from '../base/tokens/count-in-turns.ts';
import type { PruneRequest } from '../engine/pruner.ts';
import type { Measured } from './measured.ts';
import type { PruneContext } from './prune-context.ts';
import { takeTurn } from './take-turn.ts';
import { whole } from './whole.ts';

/** Returns a text unchanged, without asking the engine, and says why. `tokensIn` may be given if already known. */
export async function answerWhole(
  request: PruneRequest,
  refusal: string | null,
  pruneContext: PruneContext,
  tokensIn?: number,
): Promise<Measured> {
  const turn = takeTurn(pruneContext);
  const tokens = tokensIn ?? (await countInTurns(request.text, pruneContext.countTokens, turn));
  return { ...whole(request, tokens), refusal };
}

/** Returns a text with too many lines unchanged; its lines are not even listed. */
export async function keepUnlisted(
  request: PruneRequest,
  lineCount: number,
  pruneContext: PruneContext,
): Promise<Measured> {
  const { text } = request;
  const tokens = await countInTurns(text, pruneContext.countTokens, takeTurn(pruneContext));
  const refusal = `text has too many lines, nothing was pruned: expected at most ${pruneContext.limits.lines}, got ${lineCount}`;
  return { ...whole({ ...request, text: '' }, tokens), text, lineCount, tooManyLines: true, refusal };
}

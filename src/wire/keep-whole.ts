import type { PruneRequest } from '../pruning/pruner.ts';
import { countInTurns } from '../tokens/count-in-turns.ts';
import type { Measured } from './measured.ts';
import type { PruneDoor } from './prune-door.ts';
import { takeTurn } from './take-turn.ts';
import { whole } from './whole.ts';

/** Returns a text unchanged, without asking the engine, and says why. `tokensIn` may be given if already known. */
export async function keepWhole(
  request: PruneRequest,
  refusal: string | null,
  door: PruneDoor,
  tokensIn?: number,
): Promise<Measured> {
  const turn = takeTurn(door);
  const tokens = tokensIn ?? (await countInTurns(request.text, door.countTokens, turn));
  return { ...whole(request, tokens), engine: null, refusal, fallbackReason: null, cache: null };
}

/** Returns a text with too many lines unchanged; its lines are not even listed. */
export async function keepUnlisted(request: PruneRequest, lineCount: number, door: PruneDoor): Promise<Measured> {
  const { text, kind = null } = request;
  const tokens = await countInTurns(text, door.countTokens, takeTurn(door));
  const most = door.limits.lines;
  return {
    ok: true,
    ...{ text, changed: false, lineCount, tooManyLines: true, keptLines: [], scores: [], reasons: [], score: 1 },
    ...{ tokensIn: tokens, tokensOut: tokens, questionTokens: 0, kind, method: null },
    refusal: `text has too many lines, nothing was pruned: ${lineCount}, at most ${most} are allowed`,
    ...{ engine: null, fallbackReason: null, cache: null },
  };
}

import type { PruneRequest } from '../pruning/pruner.ts';
import { countInTurns } from '../tokens/count-in-turns.ts';
import type { Measured } from './measured.ts';
import type { PruneDoor } from './prune-door.ts';
import { takeTurn } from './take-turn.ts';
import { whole } from './whole.ts';

/** Answers a text as it was sent, without asking the engine, and says why. `tokensIn` where they are known already. */
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

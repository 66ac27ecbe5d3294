import { boundedChunks } from './bounded-chunks.ts';
import type { CountTokens } from './count-tokens.ts';
import { BURST_CHARS, SEARCHED, tokenBursts } from './token-bursts.ts';

/** Computes `count(text)` in bursts, awaiting `turn` before each. Rejects if `turn` does. */
export async function countInTurns(
  text: string,
  count: CountTokens,
  turn: (chars: number) => Promise<void>,
): Promise<number> {
  let tokens = 0;
  for (const burst of tokenBursts(text)) {
    if (burst === '') {
      await turn(SEARCHED / 8);
      continue;
    }
    if (burst.length <= 2 * BURST_CHARS) {
      await turn(burst.length);
      tokens += count(burst);
      continue;
    }
    // A burst without a seam may be long. The counter splits it into the same chunks.
    let waited = 0;
    for (const chunk of boundedChunks(burst)) {
      if (waited <= 0) {
        await turn(BURST_CHARS);
        waited = BURST_CHARS / 8; // such runs are the slowest text there is
      }
      waited -= chunk.length;
      tokens += count(chunk);
    }
  }
  return tokens;
}

import type { CountTokens } from '../../src/tokens/count-tokens.ts';
import { tokenBursts } from '../../src/tokens/token-bursts.ts';

/** Characters of a text that are counted; of a longer one every nth burst is, and the rest is taken to be like it. */
export const MOST_COUNTED: number = 2 * 1024 * 1024;

/** Tokens of a text, in a time that has a bound. */
export function countCapped(text: string, count: CountTokens): number {
  if (text.length <= MOST_COUNTED) return count(text);
  const every = Math.ceil(text.length / MOST_COUNTED);
  let at = 0;
  let counted = 0;
  let tokens = 0;
  for (const burst of tokenBursts(text)) {
    if (at++ % every !== 0) continue;
    tokens += count(burst);
    counted += burst.length;
  }
  return Math.round((tokens / counted) * text.length);
}

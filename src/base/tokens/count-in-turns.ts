import { boundedChunks } from './bounded-chunks.ts';
import type { CountTokens } from './count-tokens.ts';

/** Characters counted at a time: some 0.3 ms for source. A wide character slows only its own burst, see `narrow`. */
export const BURST_CHARS = 8192;

/** Characters searched for a seam at a time. */
const SEARCHED = 131_072;

// Matches a place where the o200k splitter cannot join the text before and after, and where `boundedChunks` cuts no
// run. Chunks of letters end in letters (or an apostrophe and letters), and chunks of digits in digits. Chunks with a
// line end end before anything but white space and slashes. The splitter has no lookbehind.
const SEAM: RegExp =
  /(?<=[\p{L}\p{N}])(?=[^\p{L}\p{M}\p{N}'])|(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})|(?<=\n)(?=[^\s/])/gu;

/**
 * Cuts a text into bursts of about `size` characters (at least 2) whose token counts add up to the total. Joining the
 * bursts gives the text. Without a seam (one run of marks) a burst is as long as needed. Empty bursts before it
 * signal that the search continues: 10 MB without a seam take 0.2 s to search.
 */
export function* tokenBursts(text: string, size: number = BURST_CHARS): Generator<string> {
  let from = 0;
  while (text.length - from > size) {
    let seam = -1;
    for (let at = from + size; seam < 0 && at < text.length; at += SEARCHED) {
      if (at > from + size) yield '';
      seam = seamIn(text, at, at + SEARCHED);
    }
    if (seam < 0) break;
    yield text.slice(from, seam);
    from = seam;
  }
  if (from < text.length) yield text.slice(from);
}

/**
 * Returns the first seam in [from, to), or -1. A seam is recognized by one character on either side, each of one or
 * two units.
 */
function seamIn(text: string, from: number, to: number): number {
  const start = Math.max(0, from - 2);
  const window = text.slice(start, to + 2);
  SEAM.lastIndex = from - start;
  const seam = SEAM.exec(window);
  return seam === null || start + seam.index >= to ? -1 : start + seam.index;
}

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

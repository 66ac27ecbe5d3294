import { rankedPassages } from './bm25.ts';
import { grep } from './grep.ts';
import { head, type LineOrder, tail } from './line-order.ts';

export type Baseline = 'head' | 'tail' | 'middle cut' | 'grep' | 'BM25';

/**
 * Takes the first and the last lines, with equally many tokens from each end. Claude Code before 2.1.2 and Codex
 * shorten a shell's output this way, each above its own limit.
 */
const middleCut: LineOrder = function* ({ lines, costs }) {
  let first = 0;
  let last = lines.count - 1;
  let above = 0;
  let below = 0;
  while (first <= last) {
    const line = above <= below ? first++ : last--;
    if (line < first) above += costs[line] as number;
    else below += costs[line] as number;
    yield line;
  }
};

/** Other ways to shorten a text. The engine is compared with them at the same number of tokens. */
export const BASELINES: Readonly<Record<Baseline, LineOrder>> = {
  head,
  tail,
  'middle cut': middleCut,
  grep,
  BM25: rankedPassages,
};

/** All baselines, in the order of the tables. */
export const BASELINE_NAMES = Object.keys(BASELINES) as readonly Baseline[];

import { bm25 } from './bm25.ts';
import { grep } from './grep.ts';
import { head } from './head.ts';
import type { LineOrder } from './line-order.ts';

/** Takes the last lines. */
const tail: LineOrder = function* ({ lines }) {
  for (let i = lines.count - 1; i >= 0; i--) yield i;
};

/** Ranks passages of ten lines by BM25, best first. Lines of a passage are in the order of the text. */
const rankedPassages: LineOrder = ({ lines }, question) => {
  const texts = Array.from({ length: lines.count }, (_, i) => lines.text.slice(lines.starts[i], lines.ends[i]));
  const scores = bm25(texts, question);
  return texts.map((_, i) => i).sort((a, b) => (scores[b] as number) - (scores[a] as number));
};

/**
 * Takes the first and the last lines, equally many tokens of each. Claude Code before 2.1.2 and Codex shorten a shell's
 * output this way, each above its own limit.
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

export type Baseline = 'head' | 'tail' | 'middle cut' | 'grep' | 'BM25';

/** Other ways to shorten a text. The engine is compared with them at the same number of tokens. */
export const BASELINES: Readonly<Record<Baseline, LineOrder>> = {
  head,
  tail,
  'middle cut': middleCut,
  grep,
  BM25: rankedPassages,
};

/** All baselines, in the order of the tables. */
export const BASELINE_NAMES: readonly Baseline[] = ['head', 'tail', 'middle cut', 'grep', 'BM25'];

import { grep } from './grep.ts';
import { head } from './head.ts';
import type { LineOrder } from './line-order.ts';
import { middleCut } from './middle-cut.ts';
import { rankedPassages } from './ranked-passages.ts';
import { tail } from './tail.ts';

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

// Written by test/bench/train/recall-curves.ts: see docs/learned-scorer.md.
/**
 * Maps an answer's estimate to the share of needed lines that such answers contained. On log-odds: weight of the
 * estimated share, weight of the likeliest omitted line, intercept.
 */
export const RECALL_CURVES: Readonly<Record<string, readonly [number, number, number]>> = {
  words: [0.829, 0, 0.489],
  question: [0.893, -0.341, -0.479],
  share: [0.829, -0.505, 0.993],
  automatic: [0.927, 0, 0.18],
};

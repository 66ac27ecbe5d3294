// Written by test/bench/train/recall-curves.ts: see docs/learned-scorer.md.
/**
 * Maps what is known of an answer to the share of the needed lines that such answers showed: the weights of the estimated
 * share and of the likeliest line left out, and the intercept, on log-odds.
 */
export const RECALL_CURVES: Readonly<Record<string, readonly [number, number, number]>> = {
  words: [0.829, 0, 0.489],
  question: [0.893, -0.341, -0.479],
  share: [0.829, -0.505, 0.993],
  automatic: [0.927, 0, 0.18],
};

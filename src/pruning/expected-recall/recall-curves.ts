// Written by test/bench/train/recall-curves.ts: see docs/learned-scorer.md.
/** Maps an estimated share of the needed lines to the share that answers showed: `[slope, intercept]` on log-odds. */
export const RECALL_CURVES: Readonly<Record<string, readonly [number, number]>> = {
  words: [0.844, 0.491],
  question: [0.873, 0.27],
  share: [0.992, 0.539],
  automatic: [0.93, 0.183],
};

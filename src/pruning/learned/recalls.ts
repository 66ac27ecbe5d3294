// Written by test/bench/train/recalls.ts: see docs/learned-scorer.md.
/** What was kept of the needed lines where 0, 0.05 … 1 of them was expected to be. */
export const RECALLS: Readonly<Record<string, readonly number[]>> = {
  question: [
    0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 1,
  ],
  automatic: [
    0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 1,
  ],
};

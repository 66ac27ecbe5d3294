// Written by test/bench/train/recalls.ts: see docs/learned-scorer.md.
/** What was shown of the needed lines where the trees expected 0, 0.05 … 1 of them to be. */
export const RECALLS: Readonly<Record<string, readonly number[]>> = {
  question: [
    0, 0.025, 0.075, 0.135, 0.18, 0.249, 0.341, 0.366, 0.453, 0.459, 0.476, 0.524, 0.572, 0.608, 0.715, 0.851, 0.888,
    0.904, 0.918, 0.919, 1,
  ],
  automatic: [
    0, 0.071, 0.13, 0.142, 0.216, 0.273, 0.345, 0.375, 0.42, 0.499, 0.549, 0.559, 0.568, 0.607, 0.691, 0.756, 0.805,
    0.854, 0.903, 0.952, 1,
  ],
};

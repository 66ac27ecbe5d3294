// Written by test/bench/train/recalls.ts: see docs/learned-scorer.md.
/** What was shown of the needed lines where the trees expected 0, 0.05 … 1 of them to be. */
export const RECALLS: Readonly<Record<string, readonly number[]>> = {
  question: [
    0, 0.025, 0.075, 0.135, 0.18, 0.249, 0.341, 0.366, 0.453, 0.459, 0.476, 0.524, 0.572, 0.608, 0.715, 0.851, 0.888,
    0.904, 0.918, 0.919, 1,
  ],
  automatic: [
    0, 0.089, 0.117, 0.149, 0.212, 0.278, 0.322, 0.354, 0.454, 0.56, 0.611, 0.621, 0.631, 0.649, 0.699, 0.75, 0.8, 0.85,
    0.9, 0.95, 1,
  ],
};

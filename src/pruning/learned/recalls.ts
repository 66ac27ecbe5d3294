// Written by test/bench/train/recalls.ts: see docs/learned-scorer.md.
/** What was shown of the needed lines where the trees expected 0, 0.05 … 1 of them to be. */
export const RECALLS: Readonly<Record<string, readonly number[]>> = {
  question: [
    0, 0.038, 0.147, 0.154, 0.161, 0.226, 0.345, 0.384, 0.395, 0.453, 0.468, 0.521, 0.583, 0.643, 0.731, 0.836, 0.857,
    0.912, 0.958, 0.958, 1,
  ],
  automatic: [
    0, 0.089, 0.115, 0.167, 0.213, 0.259, 0.309, 0.367, 0.431, 0.504, 0.54, 0.559, 0.578, 0.614, 0.67, 0.726, 0.782,
    0.838, 0.893, 0.949, 1,
  ],
};

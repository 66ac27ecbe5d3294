/** Converts log-odds to a probability, 0..1. */
export function logistic(odds: number): number {
  return 1 / (1 + Math.exp(-odds));
}

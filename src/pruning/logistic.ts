/** The chance that log-odds stand for, 0..1. */
export function logistic(odds: number): number {
  return 1 / (1 + Math.exp(-odds));
}

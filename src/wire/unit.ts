/** A score as answers show it: within 0..1, to four decimals; what is no number is 0. */
export function unit(value: number): number {
  return Math.round(Math.min(1, Math.max(0, value || 0)) * 1e4) / 1e4;
}

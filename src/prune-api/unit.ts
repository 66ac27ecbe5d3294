/** Rounds a score for answers: within 0..1, to four decimals; NaN becomes 0. */
export const unit = (value: number): number => Math.round(Math.min(1, Math.max(0, value || 0)) * 1e4) / 1e4;

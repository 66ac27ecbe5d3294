/** What the ledger is summed up by. Hours and days are UTC's. */
export type Period = 'hour' | 'day';

export const PERIODS: readonly Period[] = ['hour', 'day'];

export const PERIOD_MS: Readonly<Record<Period, number>> = { hour: 3_600_000, day: 86_400_000 };

/** The first millisecond (since 1970) of the hour or day that a moment lies in. */
export function startOf(period: Period, at: number): number {
  return Math.floor(at / PERIOD_MS[period]) * PERIOD_MS[period];
}

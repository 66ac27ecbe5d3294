/** Period that the ledger sums over. Hours and days are in UTC. */
export type Period = 'hour' | 'day';

export const PERIODS: readonly Period[] = ['hour', 'day'];

export const PERIOD_MS: Readonly<Record<Period, number>> = { hour: 3_600_000, day: 86_400_000 };

/** First millisecond (since 1970) of the hour or day that contains a timestamp. */
export const startOf = (period: Period, at: number): number => Math.floor(at / PERIOD_MS[period]) * PERIOD_MS[period];

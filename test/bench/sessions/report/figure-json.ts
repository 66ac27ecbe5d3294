import type { Figure } from '../sums/bootstrap.ts';

/** A share with its 95 % interval; null if there is nothing to divide by, or too few sessions. */
export interface FigureJson {
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** Number of sessions or repositories it is based on. */
  readonly sessions: number;
}

/** Rounds a figure to four decimals. */
export function figureJson({ value, interval, sessions }: Figure): FigureJson {
  const rounded = (share: number | undefined): number | null =>
    share === undefined ? null : Math.round(share * 10_000) / 10_000;
  return { value: rounded(value), low: rounded(interval?.[0]), high: rounded(interval?.[1]), sessions };
}

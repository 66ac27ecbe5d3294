import { PERIOD_MS, type Period, startOf } from '../../../src/teams/usage/period.ts';
import { toDay, toHour, toWeekday } from '../format/times.ts';

export type RangeName = '24h' | '7d' | '30d';

/** An option of the range picker, and how the chart divides it. */
export interface Range {
  readonly name: RangeName;
  /** Text after "in the last …". */
  readonly label: string;
  /** Period of the ledger query. */
  readonly period: Period;
  /** Milliseconds per bar. */
  readonly binMs: number;
  readonly bins: number;
  /** Labels bars whose start is a multiple of this many milliseconds; each label is centered under this many bars. */
  readonly labelEveryMs: number;
  readonly labelBars: number;
  toLabel(at: number): string;
  /** Formats the span of a bar. */
  toSpan(at: number): string;
}

const { hour, day } = PERIOD_MS;
const SIX_HOURS = 6 * hour;

export const RANGES: readonly Range[] = [
  {
    name: '24h',
    label: '24 hours',
    period: 'hour',
    binMs: hour,
    bins: 24,
    labelEveryMs: 4 * hour,
    labelBars: 1,
    toLabel: toHour,
    toSpan: (at) => `${toDay(at)}, ${toHour(at)} to ${toHour(at + hour)}`,
  },
  {
    name: '7d',
    label: '7 days',
    period: 'hour',
    binMs: SIX_HOURS,
    bins: 28,
    labelEveryMs: day,
    labelBars: day / SIX_HOURS,
    toLabel: toWeekday,
    toSpan: (at) => `${toWeekday(at)}, ${toHour(at)} to ${toHour(at + SIX_HOURS)}`,
  },
  {
    name: '30d',
    label: '30 days',
    period: 'day',
    binMs: day,
    bins: 30,
    labelEveryMs: 5 * day,
    labelBars: 1,
    toLabel: toDay,
    toSpan: toDay,
  },
];

const SEVEN_DAYS = RANGES[1] as Range;

/** Returns the range of that name; seven days for any other. */
export function rangeNamed(name: string | undefined): Range {
  return RANGES.find((range) => range.name === name) ?? SEVEN_DAYS;
}

/**
 * Returns the bounds of a range that ends with the bar containing `now`: its first millisecond, and the first after it.
 */
export function boundsOf({ binMs, bins, period }: Range, now: number): { readonly from: number; readonly to: number } {
  const to = (Math.floor(now / binMs) + 1) * binMs;
  return { from: startOf(period, to - bins * binMs), to };
}

import { PERIOD_MS, type Period, startOf } from '../../../src/ledger/period.ts';
import { toDay, toHour, toWeekday } from '../format/times.ts';

export type RangeName = '24h' | '7d' | '30d';

/** What the range picker offers, and how the chart divides it. */
export interface Range {
  readonly name: RangeName;
  /** As in "in the last …". */
  readonly label: string;
  /** What the ledger is asked by. */
  readonly period: Period;
  /** Milliseconds that one bar stands for. */
  readonly binMs: number;
  readonly bins: number;
  /** A label at every bar whose start is a multiple of so many milliseconds, under the middle of so many bars. */
  readonly labelEveryMs: number;
  readonly labelBars: number;
  toLabel(at: number): string;
  /** What a bar stands for. */
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

/** The range of that name; seven days for any other. */
export function rangeNamed(name: string | undefined): Range {
  return RANGES.find((range) => range.name === name) ?? SEVEN_DAYS;
}

/** The first millisecond of a range that ends with the bar `now` lies in, and the first after it. */
export function boundsOf({ binMs, bins, period }: Range, now: number): { readonly from: number; readonly to: number } {
  const to = (Math.floor(now / binMs) + 1) * binMs;
  return { from: startOf(period, to - bins * binMs), to };
}

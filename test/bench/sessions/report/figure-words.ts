import type { Figure } from '../sums/bootstrap.ts';

/** Formats a share with its interval, such as `43 % (38-48)` with an en dash. Without a value, returns a dash. */
export function percentOf({ value, interval }: Figure, digits = 0): string {
  if (value === undefined || interval === undefined) return percent(value, digits);
  const [low, high] = interval;
  return `${percent(value, digits)} (${points(low, digits)}${low < 0 ? ' to ' : '–'}${points(high, digits)})`;
}

/** Formats a share without its interval. */
export function percent(value: number | undefined, digits = 0): string {
  return value === undefined ? '–' : `${points(value, digits)} %`;
}

/** Formats how many percentage points one method is ahead of another, such as `+3 (-1 to +7)`. */
export function pointsOf({ value, interval }: Figure): string {
  if (value === undefined) return '–';
  const range = interval === undefined ? '' : ` (${interval.map(signed).join(' to ')})`;
  return `${signed(value)}${range}`;
}

function points(value: number, digits: number): string {
  const text = (value * 100).toFixed(digits);
  return Number(text) === 0 ? text.replace('-', '') : text.replace('-', '−');
}

function signed(value: number): string {
  const rounded = Math.round(value * 100);
  if (rounded === 0) return '0';
  return rounded > 0 ? `+${rounded}` : `−${-rounded}`;
}

import type { Figure } from '../../../eval/sessions/sums/bootstrap.ts';

/** Formats a share with its interval, such as `43 % (38-48)` with an en dash. Without a value, returns a dash. */
export function percentOf({ value, interval }: Figure, digits = 0): string {
  if (value === undefined) return '–';
  const range = interval === undefined ? '' : ` (${interval.map((end) => points(end, digits)).join('–')})`;
  return `${points(value, digits)} %${range}`;
}

/** Formats how many percentage points one method is ahead of another, such as `+3 (-1 to +7)`. */
export function pointsOf({ value, interval }: Figure): string {
  if (value === undefined) return '–';
  const range = interval === undefined ? '' : ` (${interval.map(signed).join(' to ')})`;
  return `${signed(value)}${range}`;
}

function points(value: number, digits: number): string {
  return (value * 100).toFixed(digits);
}

function signed(value: number): string {
  const rounded = Math.round(value * 100);
  if (rounded === 0) return '0';
  return rounded > 0 ? `+${rounded}` : `−${-rounded}`;
}

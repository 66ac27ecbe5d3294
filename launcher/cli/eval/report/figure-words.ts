import type { Figure } from '../../../eval/sessions/sums/bootstrap.ts';

/** 43 % (38–48), the interval left out where there is none, and a dash where there is no value. */
export function percentOf({ value, interval }: Figure, digits = 0): string {
  if (value === undefined) return '–';
  const range = interval === undefined ? '' : ` (${interval.map((end) => points(end, digits)).join('–')})`;
  return `${points(value, digits)} %${range}`;
}

/** +3 (−1 to +7): percentage points by which one method is ahead of another. */
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

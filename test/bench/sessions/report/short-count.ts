const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const tenths = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** Formats a count in at most four digits, such as 1,912, 41 k or 4.1 M. */
export function shortCount(value: number): string {
  if (value < 10_000) return whole.format(value);
  return value < 999_500 ? `${whole.format(value / 1000)} k` : `${tenths.format(value / 1e6)} M`;
}

/** Formats a count in full, such as 41,912. */
export function fullCount(value: number): string {
  return whole.format(value);
}

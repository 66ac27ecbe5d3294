const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const tenths = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** 1,912, 41 k or 4.1 M: as exact as a reader needs it. */
export function shortCount(value: number): string {
  if (value < 10_000) return whole.format(value);
  return value < 999_500 ? `${whole.format(value / 1000)} k` : `${tenths.format(value / 1e6)} M`;
}

/** 1,912 */
export function fullCount(value: number): string {
  return whole.format(value);
}

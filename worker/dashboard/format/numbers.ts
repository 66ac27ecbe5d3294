const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 0 });
const finePercent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });
const plain = new Intl.NumberFormat('en', { maximumSignificantDigits: 2 });
const BYTES = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];

// A hyphen is too short for a minus sign.
const withMinus = (text: string): string => text.replace('-', '−');

/** 12,345 */
export const toCount = (value: number): string => withMinus(whole.format(value));

/** 12.3K */
export const toCompact = (value: number): string => withMinus(compact.format(value));

/** Formats a share as a percentage; a dash if the whole is zero. */
export function toShare(part: number, of: number): string {
  if (of === 0) return '–';
  const share = part / of;
  return withMinus((Math.abs(share) < 0.01 ? finePercent : percent).format(share));
}

/** Formats milliseconds as 0.4 ms, 12 ms or 1.2 s. */
export function toDuration(ms: number): string {
  return ms < 1000 ? `${ms < 10 ? plain.format(ms) : whole.format(ms)} ms` : `${plain.format(ms / 1000)} s`;
}

/** $12.30 */
export const toAmount = (amount: number, currency: string): string =>
  withMinus(amount.toLocaleString('en', { style: 'currency', currency }));

/** 1.5 MiB */
export function toBytes(bytes: number): string {
  const step = Math.min(BYTES.length - 1, Math.max(0, Math.floor(Math.log2(Math.max(1, bytes)) / 10)));
  return `${(bytes / 1024 ** step).toLocaleString('en', { maximumFractionDigits: 1 })} ${BYTES[step]}`;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** 21 Nov. All times are UTC. */
export function toDay(at: number): string {
  const date = new Date(at);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}`;
}

/** Sat 21 */
export function toWeekday(at: number): string {
  const date = new Date(at);
  return `${DAYS[date.getUTCDay()]} ${date.getUTCDate()}`;
}

/** 21 Nov 2026 */
export const toDate = (at: number): string => `${toDay(at)} ${new Date(at).getUTCFullYear()}`;

/** 14:00 */
export const toHour = (at: number): string => new Date(at).toISOString().slice(11, 16);

/** 21 Nov 2026, 14:05 UTC */
export const toTimestamp = (at: number): string => `${toDate(at)}, ${toHour(at)} UTC`;

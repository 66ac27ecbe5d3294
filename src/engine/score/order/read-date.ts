const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DAY = /\b(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d))?/;
const MONTH_DAY = /\b([A-Z][a-z]{2}) +(\d{1,2}) +(?:(\d\d):(\d\d)|(\d{4}))\b/;
/**
 * Stands for the missing year of a date. Such a date is within the last twelve months, so newer than any with a year.
 */
const THIS_YEAR = 9000;

/** Reads the first date of a row as a number that rises with time; undefined if there is none. */
export function readDate(row: string): number | undefined {
  const day = DAY.exec(row);
  if (day) {
    const [, year, month, date, hour = 0, minute = 0] = day;
    return minutes(Number(year), Number(month), Number(date), Number(hour), Number(minute));
  }
  const short = MONTH_DAY.exec(row);
  const month = MONTHS.indexOf((short?.[1] ?? '').toLowerCase()) + 1;
  if (short === null || month === 0) return undefined;
  const [, , date, hour = 0, minute = 0, year = THIS_YEAR] = short;
  return minutes(Number(year), month, Number(date), Number(hour), Number(minute));
}

function minutes(year: number, month: number, date: number, hour: number, minute: number): number {
  return ((year * 12 + month) * 31 + date) * 1440 + hour * 60 + minute;
}

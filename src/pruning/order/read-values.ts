/** A number of a row: the same `column` in other rows can be compared with it. */
export interface Value {
  readonly column: string;
  readonly value: number;
}

const UNIT: Readonly<Record<string, number>> = {
  k: 2 ** 10,
  m: 2 ** 20,
  g: 2 ** 30,
  t: 2 ** 40,
  p: 2 ** 50,
};
const TIME: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  ms: 1,
  s: 1e3,
  sec: 1e3,
  secs: 1e3,
  seconds: 1e3,
  m: 6e4,
  min: 6e4,
  mins: 6e4,
  h: 3.6e6,
};
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const SPACED = /[^\s|\u2502]+/g;
const NUMBER = /^[-+]?\d[\d,]*(?:\.\d+)?%?$/;
const SIZE = /^(\d+(?:\.\d+)?)([KMGTP])(?:i?B?)$/i;
const DAY = /\b(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d))?)?/;
const MONTH_DAY = /\b([A-Z][a-z]{2}) +(\d{1,2}) +(?:(\d\d):(\d\d)|(\d{4}))\b/;
const DURATION = /(?:^|[\s(=[])(\d+(?:\.\d+)?)\s?(ns|us|µs|ms|s|secs?|seconds|mins?|m|h)(?=$|[\s),;\]])/g;
const BYTES = /(?:^|[\s(=[])(\d+(?:\.\d+)?)\s?([kMGTP])?i?B(?=$|[\s),;\]])/g;

/** Columns that are read of a row. */
const MAX_COLUMNS = 16;

/** What stands between the cells of a row. Undefined: spaces. */
export function delimiterOf(row: string): string | undefined {
  return ['\t', ',', ';', '|', '\u2502'].find((mark) => row.split(mark).length > 2);
}

/** The cells of a row, as titles and values are numbered by. */
export function cellsOf(row: string, delimiter: string | undefined): readonly string[] {
  return delimiter === undefined ? (row.match(SPACED) ?? []) : row.split(delimiter).map((cell) => cell.trim());
}

/** Reads the numbers of a row: its cells by their place, dates, and, wherever they stand, durations and sizes. */
export function readValues(row: string, delimiter?: string): readonly Value[] {
  const values: Value[] = [];
  const day = toDay(row);
  if (day !== undefined) values.push({ column: 'date', value: day });
  let cells = 0;
  for (const cell of cellsOf(row, delimiter)) {
    const value = toNumber(cell);
    if (value !== undefined) values.push({ column: String(cells), value });
    if (++cells === MAX_COLUMNS) break;
  }
  for (const [, number, unit] of row.matchAll(DURATION)) {
    values.push({ column: 'time', value: Number(number) * (TIME[unit as string] ?? 1) });
  }
  for (const [, number, unit = ''] of row.matchAll(BYTES)) {
    values.push({ column: 'size', value: Number(number) * (UNIT[unit.toLowerCase()] ?? 1) });
  }
  return values;
}

function toNumber(cell: string): number | undefined {
  if (NUMBER.test(cell)) return Number(cell.replaceAll(/[,%]/g, ''));
  const size = SIZE.exec(cell);
  return size ? Number(size[1]) * (UNIT[(size[2] as string).toLowerCase()] ?? 1) : undefined;
}

/** Minutes that rise with time. A day without a year is one of the last twelve months, and newer than one with a year. */
function toDay(row: string): number | undefined {
  const day = DAY.exec(row);
  if (day) {
    const [, year, month, date, hour = 0, minute = 0] = day;
    return ((Number(year) * 12 + Number(month)) * 31 + Number(date)) * 1440 + Number(hour) * 60 + Number(minute);
  }
  const short = MONTH_DAY.exec(row);
  if (!short) return undefined;
  const month = MONTHS.indexOf((short[1] as string).toLowerCase()) + 1;
  if (month === 0) return undefined;
  const year = short[5] === undefined ? 9000 : Number(short[5]);
  return ((year * 12 + month) * 31 + Number(short[2])) * 1440 + Number(short[3] ?? 0) * 60 + Number(short[4] ?? 0);
}

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

/** A number of a row, comparable with the same `column` of other rows. Cells are columns by number. */
export interface RowValue {
  readonly column: string;
  readonly value: number;
}

const SIZES: Readonly<Record<string, number>> = { k: 2 ** 10, m: 2 ** 20, g: 2 ** 30, t: 2 ** 40, p: 2 ** 50 };
/** Milliseconds. */
const TIMES: ReadonlyMap<string, number> = new Map([
  ['ns', 1e-6],
  ['us', 1e-3],
  ['µs', 1e-3],
  ['ms', 1],
  ...['s', 'sec', 'secs', 'seconds'].map((unit) => [unit, 1e3] as const),
  ...['m', 'min', 'mins'].map((unit) => [unit, 6e4] as const),
  ['h', 3.6e6],
  ...['d', 'day', 'days'].map((unit) => [unit, 8.64e7] as const),
]);
const SIZE = /^([kmgtp])i?b?$/i;
const BYTES = /^([kmgtp]?)i?B$/i;
/** Names of the cells that are read per row. */
const NAMES: readonly string[] = Array.from({ length: 16 }, (_, i) => String(i));
const LONGEST_UNIT = 8;

const SPACED = /[^\s|\u2502]+/g;

/** Returns the character between a row's cells. Undefined: spaces. */
export function delimiterOf(row: string): string | undefined {
  return ['\t', ',', ';', '|', '\u2502'].find((mark) => row.split(mark).length > 2);
}

/** Separates the cells of a table whose cells contain spaces, and which at least two spaces separate. */
export const WIDE = '  ';

/** Returns the row with tabs between its cells, if at least two spaces separate them. */
export function tabbed(row: string, delimiter: string | undefined): string {
  return delimiter === WIDE ? row.trim().replaceAll(/(?: {2,}|\t)/g, '\t') : row;
}

/** A quoted cell, which begins and ends with its cell. */
const QUOTED = /(?<=^|[,;])"(?:[^"]|"")*"(?=[,;\r\n]|$)/g;

/** Returns the row without delimiters inside of quotes (RFC 4180). */
function plainCells(row: string, delimiter: string | undefined): string {
  if ((delimiter !== ',' && delimiter !== ';') || !row.includes('"')) return row;
  return row.replaceAll(QUOTED, (cell) => cell.replaceAll(delimiter, ' '));
}

/** Splits a row into cells, numbered as titles and values are. */
export function cellsOf(row: string, delimiter: string | undefined): readonly string[] {
  if (delimiter === undefined) return row.match(SPACED) ?? [];
  return tabbed(plainCells(row, delimiter), delimiter)
    .split(delimiter === WIDE ? '\t' : delimiter)
    .map((cell) => cell.trim());
}

/**
 * Reads a row's numbers: numeric cells by position, durations and sizes anywhere, and its date if `columns` names it.
 * With `isTimed`, `m` stands for minutes. One pass, since a list may have a hundred thousand rows.
 */
export function readValues(
  given: string,
  delimiter?: string,
  columns?: ReadonlySet<string>,
  isTimed = false,
): readonly RowValue[] {
  if (delimiter === WIDE) return readValues(tabbed(given, WIDE), '\t', columns, isTimed);
  const row = plainCells(given, delimiter);
  const values: RowValue[] = [];
  const add = (column: string | undefined, value: number): void => {
    if (Number.isNaN(value)) return;
    if (column !== undefined && (columns === undefined || columns.has(column))) values.push({ column, value });
  };
  if (columns?.has('date')) return dated(row);
  const mark = delimiter?.charCodeAt(0) ?? -1;
  let cell = mark < 0 ? -1 : 0;
  let before = 32;
  let sign = 1;
  for (let i = 0; i < row.length; i++) {
    const c = row.charCodeAt(i);
    const parts = mark < 0 ? isSpace(c) : c === mark;
    const isStart = mark < 0 ? !parts && isSpace(before) : isSpace(before) || before === mark;
    if (mark >= 0 && parts) cell++;
    else if (mark < 0 && isStart) cell++;
    const opens = isStart || before === 40 || before === 91 || before === 61;
    if (before === 58 && c >= 48 && c <= 57 && !isDigit(row.charCodeAt(i - 2))) add('counted', countAt(row, i));
    before = c;
    // Only if a delimiter separates cells. Otherwise a dash may begin an option.
    if (c === 45 && mark >= 0 && isStart) {
      sign = -1;
      before = 32;
      continue;
    }
    const negative = sign < 0;
    sign = 1;
    if (!opens || c < 48 || c > 57) continue;
    const end = numberEnd(row, i, mark);
    const unitEnd = letterEnd(row, end);
    const number = toNumber(row, i, end);
    // A version or an address.
    if (Number.isNaN(number)) {
      i = end - 1;
      before = 48;
      continue;
    }
    const unit = unitEnd === end ? '' : row.slice(end, unitEnd);
    const closed = isClosed(row, unitEnd, mark);
    if (row.charCodeAt(unitEnd) === 93 && inBracket(row, i)) {
      const size = SIZE.exec(unit)?.[1];
      if (unit === '' || size !== undefined) add('bracketed', number * sizeOf(size ?? ''));
    }
    if (isStart && closed && startsCell(row, negative ? i - 1 : i, mark)) {
      if (unit === '' || unit === '%') add(NAMES[cell], negative ? -number : number);
      else add(NAMES[cell], number * factorOf(unit, isTimed));
    }
    if (unit !== '' || isLetter(row.charCodeAt(end + 1))) measure(row, end, unit, number, add);
    i = Math.max(i, unitEnd - 1);
    before = row.charCodeAt(i);
  }
  return values;
}

/** Returns what a unit multiplies by; NaN if it is none. `5m` is a size, or five minutes. */
function factorOf(unit: string, isTimed: boolean): number {
  const size = SIZE.exec(unit)?.[1];
  const time = TIMES.get(unit);
  if (time !== undefined && (isTimed || size === undefined)) return time;
  return size === undefined ? Number.NaN : sizeOf(size);
}

function dated(row: string): readonly RowValue[] {
  const value = readDate(row);
  return value === undefined ? [] : [{ column: 'date', value }];
}

/** Returns the number at the end of a row, as `grep -c` and others print after a name; NaN if more follows. */
function countAt(row: string, from: number): number {
  let i = from;
  while (isDigit(row.charCodeAt(i))) i++;
  const end = i;
  while (row.charCodeAt(i) <= 32) i++;
  return i < row.length ? Number.NaN : Number(row.slice(from, end));
}

/** True if only spaces stand between a bracket and the number, as in sizes shown by trees. */
function inBracket(row: string, at: number): boolean {
  let i = at - 1;
  while (i >= 0 && row.charCodeAt(i) === 32) i--;
  return row.charCodeAt(i) === 91;
}

/** Adds a duration or byte size; a space may precede its unit. */
function measure(
  row: string,
  end: number,
  attached: string,
  number: number,
  add: (column: string, value: number) => void,
): void {
  const apart = attached === '' && row.charCodeAt(end) === 32;
  const unit = apart ? row.slice(end + 1, letterEnd(row, end + 1)) : attached;
  if (unit === '' || unit === '%') return;
  const time = TIMES.get(unit);
  if (time !== undefined) add('time', number * time);
  const bytes = BYTES.exec(unit);
  if (bytes) add('size', number * sizeOf(bytes[1] as string));
}

function sizeOf(unit: string): number {
  return SIZES[unit.toLowerCase()] ?? 1;
}

function isSpace(c: number): boolean {
  return c <= 32 || c === 124 || c === 0x2502;
}

/** True if a cell has nothing before the number. */
function startsCell(row: string, at: number, mark: number): boolean {
  if (mark < 0) return true;
  let i = at - 1;
  while (i >= 0 && row.charCodeAt(i) === 32) i--;
  return i < 0 || row.charCodeAt(i) === mark;
}

function isClosed(row: string, at: number, mark: number): boolean {
  if (mark < 0) return at >= row.length || isSpace(row.charCodeAt(at));
  let i = at;
  while (i < row.length && (row.charCodeAt(i) === 32 || row.charCodeAt(i) === 10 || row.charCodeAt(i) === 13)) i++;
  // A cell's first number counts: `2.1GiB / 4GiB`, `14 (3h ago)`.
  return (
    i >= row.length || row.charCodeAt(i) === mark || (i > at && (row.charCodeAt(i) === 47 || row.charCodeAt(i) === 40))
  );
}

/** Returns the offset after a number: digits with commas and a point between them. */
function numberEnd(row: string, from: number, mark: number): number {
  let i = from;
  while (i < row.length) {
    const c = row.charCodeAt(i);
    const next = row.charCodeAt(i + 1);
    if (!((c >= 48 && c <= 57) || ((c === 44 || c === 46) && c !== mark && next >= 48 && next <= 57))) break;
    i++;
  }
  return i;
}

/** Parses the number in `[from, to)` without its commas; NaN if it has two points. */
function toNumber(row: string, from: number, to: number): number {
  let value = 0;
  let scale = 0;
  for (let i = from; i < to; i++) {
    const c = row.charCodeAt(i);
    if (c === 46) {
      if (scale > 0) return Number.NaN;
      scale = 1;
    } else if (c !== 44) {
      value = value * 10 + (c - 48);
      scale *= 10;
    }
  }
  return scale > 0 ? value / scale : value;
}

function isDigit(c: number): boolean {
  return c >= 48 && c <= 57;
}

function isLetter(c: number): boolean {
  const lower = c | 32;
  return (lower >= 97 && lower <= 122) || c === 0xb5;
}

function letterEnd(row: string, from: number): number {
  let i = from;
  while (i < row.length && i - from < LONGEST_UNIT) {
    const c = row.charCodeAt(i);
    if (!isLetter(c) && c !== 37) break;
    i++;
  }
  return i;
}

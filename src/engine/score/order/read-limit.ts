import { type RowValue, readValues } from './read-values.ts';

/** A bound that a question sets: `longer than 200 ms`, `under 10 MB`, `at least 5`. */
export interface Limit {
  readonly value: number;
  /** Measure of the number's unit, which names the column of its values. Undefined: no unit. */
  readonly measure: string | undefined;
  /** True if values below the bound are meant. */
  readonly below: boolean;
}

const BOUND =
  /\b(over|above|beyond|exceed\w*|(?:more|longer|larger|bigger|greater|higher|slower|heavier|older) than|at least|under|below|(?:less|fewer|shorter|smaller|lower|faster|lighter|younger) than|at most)\s+(\d[\d,]*(?:\.\d+)?)\s*(%|[a-z\u00b5]+)?/i;
/** `over an hour`: a spelled number takes precedence over a unit alone. */
const SPELLED =
  /\b(?:half an?|an?|one|two|three|four|five|six|seven|eight|nine|ten)(?=\s+(?:millisecond|microsecond|second|minute|hour|byte|[kmgt]b\b|(?:kilo|mega|giga|tera)byte))/gi;
const NUMBERS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
/** Every negative number is below it; zero is not. */
const BELOW_ZERO: Limit = { value: -1e-9, measure: undefined, below: true };
const YEAR = /\b(before|after|since|until)\s+((?:1[5-9]|20)\d\d)\b(?!-)/i;
const BELOW = /^(?:under|below|less|fewer|shorter|smaller|lower|faster|lighter|younger|at most)/i;

/** Units by their everyday names. */
const UNITS: ReadonlyMap<string, string> = new Map([
  ['millisecond', 'ms'],
  ['microsecond', 'us'],
  ['second', 's'],
  ['minute', 'min'],
  ['hour', 'h'],
  ['byte', 'B'],
  ['kilobyte', 'KB'],
  ['megabyte', 'MB'],
  ['gigabyte', 'GB'],
  ['terabyte', 'TB'],
]);

/** Reads a question's bound, in the units that rows are read in; undefined if it sets none. */
export function readLimit(question: string): Limit | undefined {
  if (/\bnegative\b|\bbelow zero\b|\bowes?\b/i.test(question)) return BELOW_ZERO;
  const [, when, year] = YEAR.exec(question) ?? [];
  if (when !== undefined) return { value: Number(year), measure: undefined, below: /^(?:before|until)$/i.test(when) };
  const plain = question.replaceAll(SPELLED, (spelled) => numberOf(spelled.toLowerCase()));
  const [, word, number, unit = ''] = BOUND.exec(plain) ?? [];
  if (word === undefined || number === undefined) return undefined;
  const short = UNITS.get(unit.toLowerCase().replace(/s$/, '')) ?? UNITS.get(unit.toLowerCase()) ?? unit;
  const measured: RowValue | undefined = readValues(`${number}${short}`).find(({ column }) => !/^\d+$/.test(column));
  return {
    value: measured?.value ?? Number(number.replaceAll(',', '')),
    measure: measured?.column,
    below: BELOW.test(word),
  };
}

function numberOf(spelled: string): string {
  if (spelled.startsWith('half')) return '0.5';
  const at = NUMBERS.indexOf(spelled);
  return at < 0 ? '1' : String(at);
}

import { readValues, type Value } from './read-values.ts';

/** A bound that a question sets: `longer than 200 ms`, `under 10 MB`, `at least 5`. */
export interface Limit {
  readonly value: number;
  /** What the number measures: the column that values of its unit are in. Undefined: it has no unit. */
  readonly measure: string | undefined;
  /** Values below the bound are meant. */
  readonly below: boolean;
}

const BOUND =
  /\b(over|above|beyond|exceed\w*|(?:more|longer|larger|bigger|greater|higher|slower|heavier|older) than|at least|under|below|(?:less|fewer|shorter|smaller|lower|faster|lighter|younger) than|at most)\s+(?:an?\s+)?(\d[\d,]*(?:\.\d+)?)\s*(%|[a-z\u00b5]+)?/i;
const BELOW = /^(?:under|below|less|fewer|shorter|smaller|lower|faster|lighter|younger|at most)/i;

/** Units by the names that people give them. */
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

/** Reads the bound of a question, in the units that rows are read in; undefined if it sets none. */
export function readLimit(question: string): Limit | undefined {
  const [, word, number, unit = ''] = BOUND.exec(question) ?? [];
  if (word === undefined || number === undefined) return undefined;
  const short = UNITS.get(unit.toLowerCase().replace(/s$/, '')) ?? UNITS.get(unit.toLowerCase()) ?? unit;
  const measured: Value | undefined = readValues(`${number}${short}`).find(({ column }) => !/^\d+$/.test(column));
  return {
    value: measured?.value ?? Number(number.replaceAll(',', '')),
    measure: measured?.column,
    below: BELOW.test(word),
  };
}

import { type CooperativeTask, countedParts } from '../../../text/cooperative-task.ts';
import type { Lines } from '../../../text/lines.ts';
import { lineHead } from '../../structure/line-head.ts';
import { type Outline, Role } from '../../structure/outline.ts';
import { cellsOf, delimiterOf } from './read-values.ts';

/** Questions about whatever differs from all others. */
export const DIFFERS: RegExp =
  /\b(?:except|other than|besides|apart from|outside|foreign|unusual\w*|suspicious\w*|odd|differ(?!ences? between)\w*|unlike|stands? out|outliers?|anomal\w*|deviat\w*)\b|\bnot (?:\w+(?:ed|en|ing)|come|from|by|in|on|of|the same|like)\b/i;
/** Max cells read per row, and min rows of a table for a usual value. */
const MAX_CELLS = 16;
const MIN_ROWS = 20;
/** Min share of rows with a column's usual value, and max share of rows with another. */
const USUAL = 0.6;
const UNUSUAL = 0.05;
const MAX_ROWS = 12;
/** Columns in which a row of the same kind as others differs from them. A row that differs in more is of another kind. */
const FEW_COLUMNS = 2;
/** A number that many times greater than nearly all others of its column is odd, and max such numbers of a short column. */
const TIMES = 10;
const MAX_GREATER = 2;

/** The cells of a line, by the name or the number of their column. */
type Cells = readonly (readonly [column: string, value: string])[];

/** A key with its value: `"status": 404,`, `Vendor : Shop`, `<state>on</state>`. */
const FIELD = /^(\s*)(?:- +)?["'<]?@?([\p{L}_][\p{L}\d_ .-]{0,40}?)["']?\s*[=:>]\s*(\S.*?),?$/u;
/** An object on one line, and a key of it with its value. */
const OBJECT = /^\s*\{\s*"/;
const PAIR = /"(\w+)": ?("[^"]*"|[\w.+-]+)/g;

/** Reads the key and the value on a line. Numbers in a key do not count. */
function fieldOf(line: string): Cells {
  const [, indent = '', key, value] = FIELD.exec(line) ?? [];
  return key === undefined || value === undefined ? [] : [[`${indent.length} ${key.replaceAll(/\d+/g, '0')}`, value]];
}

/** Reads the keys and values of an object, each key once. */
function pairsOf(line: string): Cells {
  const pairs = new Map<string, string>();
  for (const [, key = '', value = ''] of line.matchAll(PAIR)) {
    if (pairs.size === MAX_CELLS) break;
    if (!pairs.has(key)) pairs.set(key, value);
  }
  return [...pairs];
}

function cellsByPlace(line: string, delimiter: string | undefined): Cells {
  return cellsOf(line, delimiter)
    .slice(0, MAX_CELLS)
    .map((value, i) => [String(i), value]);
}

/** Returns the reader of cells that fits a line in the middle of the text. */
function readerFor(middle: string, isTable: boolean): (line: string) => Cells {
  if (OBJECT.test(middle)) return pairsOf;
  const delimiter = delimiterOf(middle);
  return isTable && cellsOf(middle, delimiter).length > 1 ? (line) => cellsByPlace(line, delimiter) : fieldOf;
}

/** Returns the places of values that differ from a usual one, or that are far greater. None if many do. */
function oddPlaces(values: readonly string[]): readonly number[] {
  if (values.length < MIN_ROWS) return [];
  const counts = new Map<string, number>();
  let max = 0;
  for (const value of values) {
    const count = (counts.get(value) ?? 0) + 1;
    counts.set(value, count);
    max = Math.max(max, count);
  }
  if (max === values.length) return [];
  const few = Math.max(1, values.length * UNUSUAL);
  const odd =
    max < values.length * USUAL
      ? farGreater(values)
      : values.flatMap((value, i) => ((counts.get(value) as number) <= few ? [i] : []));
  return odd.length <= Math.max(MAX_ROWS, few) ? odd.slice(0, MAX_ROWS) : [];
}

function farGreater(values: readonly string[]): readonly number[] {
  const numbers = values.map((value) => Number(value.replaceAll(/"|,(?=\d{3}\b)/g, '')));
  const known = numbers.filter((number) => !Number.isNaN(number)).sort((a, b) => b - a);
  if (known.length < values.length * (1 - UNUSUAL)) return [];
  const usual = known[Math.max(MAX_GREATER, Math.floor(values.length * UNUSUAL))] as number;
  return usual <= 0 ? [] : numbers.flatMap((number, i) => (number > usual * TIMES ? [i] : []));
}

/** Max rows compared, and the cost of each, in the units of a `CooperativeTask`. */
const MAX_COMPARED = 20_000;
const ROW = 40;

/**
 * Finds the lines of a list that differ from nearly all others in a mostly uniform column, e.g. the one that is not
 * `Running`: rows of a table, events, or fields of records. Rows that differ in few columns come before those that
 * differ in many.
 */
export function* oddRowLines(lines: Lines, { roles }: Outline, isTable: boolean): CooperativeTask<readonly number[]> {
  const at: number[] = [];
  for (let i = 0; i < lines.count && at.length < MAX_COMPARED; i++) if (roles[i] !== Role.blank) at.push(i);
  const middle = at[at.length >> 1];
  if (middle === undefined) return [];
  const read = readerFor(lineHead(lines, middle), isTable);
  const columns = new Map<string, { readonly at: number[]; readonly values: string[] }>();
  yield* countedParts(at.length, ROW, (from, to) => {
    for (const i of at.slice(from, to))
      for (const [column, value] of read(lineHead(lines, i))) {
        const own = columns.get(column) ?? { at: [], values: [] };
        columns.set(column, own);
        own.at.push(i);
        own.values.push(value);
      }
  });
  const odd: number[][] = [];
  for (const { at: places, values } of columns.values()) {
    yield values.length;
    const own = oddPlaces(values).map((place) => places[place] as number);
    if (own.length > 0) odd.push(own);
  }
  return ranked(odd).slice(0, MAX_ROWS);
}

/** Orders the odd lines of each column: the first of each, then the second; lines that are odd in many columns last. */
function ranked(odd: readonly (readonly number[])[]): readonly number[] {
  const times = new Map<number, number>();
  for (const line of odd.flat()) times.set(line, (times.get(line) ?? 0) + 1);
  const places = odd.flatMap((lines) => lines.map((line, place) => ({ line, place })));
  const weight = ({ line, place }: { line: number; place: number }): number =>
    place + ((times.get(line) as number) > FEW_COLUMNS ? MAX_ROWS : 0);
  return [...new Set(places.sort((a, b) => weight(a) - weight(b)).map(({ line }) => line))];
}

import { type CooperativeTask, parts } from '../../../text/cooperative-task.ts';
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
const ODD = 0.05;
const MAX_ROWS = 12;

/**
 * Finds rows that differ from nearly all others in a mostly uniform column, e.g. the one that is not `Running` or not
 * on `127.0.0.1`. Used if no word of the question says what to look for.
 */
export function oddRows(rows: readonly (readonly string[])[]): readonly number[] {
  if (rows.length < MIN_ROWS) return [];
  const found = new Set<number>();
  for (let cell = 0; cell < MAX_CELLS; cell++) {
    const places = rows.flatMap((row, i) => (row[cell] === undefined ? [] : [i]));
    for (const at of oddOnes(
      places.map((i) => rows[i]?.[cell] as string),
      rows.length,
    ))
      found.add(places[at] as number);
  }
  return [...found].slice(0, MAX_ROWS);
}

/** Returns the values that differ from a usual one, by their place. None if many do, each in its own way. */
function oddOnes(values: readonly string[], rows: number): readonly number[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const max = Math.max(0, ...counts.values());
  if (max === rows || max < rows * USUAL) return [];
  const few = Math.max(1, rows * ODD);
  const odd = values.flatMap((value, i) => ((counts.get(value) as number) <= few ? [i] : []));
  return odd.length <= Math.max(MAX_ROWS, rows * ODD) ? odd.slice(0, MAX_ROWS) : [];
}

/** A key with its value: `"status": 404,`, `Vendor : Shop`, `<state>on</state>`. */
const FIELD = /^(\s*)(?:- +)?["'<]?@?([\p{L}_][\p{L}\d_ .-]{0,40}?)["']?\s*[=:>]\s*(\S.*?),?$/u;

/** Returns the lines of records whose value differs from the one that nearly all records have for the key. */
function* oddFieldLines(lines: Lines): CooperativeTask<readonly number[]> {
  const fields = new Map<string, number[]>();
  const values = new Map<number, string>();
  yield* parts(lines, SHARE, (from, to) => {
    for (let i = from; i < to && values.size < MAX_COMPARED; i++) {
      const [, indent = '', key, value] = FIELD.exec(lineHead(lines, i)) ?? [];
      if (key === undefined || value === undefined) continue;
      const name = `${indent.length} ${key}`;
      values.set(i, value);
      const own = fields.get(name);
      if (own === undefined) fields.set(name, [i]);
      else own.push(i);
    }
  });
  return [...fields.values()]
    .filter((of) => of.length >= MIN_ROWS)
    .flatMap((of) =>
      oddOnes(
        of.map((i) => values.get(i) as string),
        of.length,
      ).map((at) => of[at] as number),
    );
}

/** Max rows compared, and the cost of each, in the units of a `CooperativeTask`. */
const MAX_COMPARED = 20_000;
const ROW = 40;
/** Cost of reading keys and values, as a share of the cost of counting tokens. */
const SHARE = 0.2;

/** Returns the lines of a list that differ from nearly all others: rows of a table, or fields of records. */
export function* oddRowLines(lines: Lines, { roles }: Outline, isTable: boolean): CooperativeTask<readonly number[]> {
  if (!isTable) return yield* oddFieldLines(lines);
  yield Math.min(lines.count, MAX_COMPARED) * ROW;
  const at: number[] = [];
  for (let i = 0; i < lines.count && at.length < MAX_COMPARED; i++) if (roles[i] !== Role.blank) at.push(i);
  const delimiter = at[0] === undefined ? undefined : delimiterOf(lineHead(lines, at[at.length >> 1] as number));
  return oddRows(at.map((i) => cellsOf(lineHead(lines, i), delimiter))).map((row) => at[row] as number);
}

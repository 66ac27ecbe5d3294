import type { Runs } from '../blocks.ts';
import type { Lines } from '../lines.ts';
import { Role } from '../outline.ts';
import { type LineScores, Reason } from '../scorer.ts';
import type { Steps } from '../steps.ts';
import type { Structure } from '../structure.ts';
import type { AskedOrder } from './asked-order.ts';
import { extremeRows } from './extreme-rows.ts';
import { readValues, type Value } from './read-values.ts';

export interface OrderedText {
  readonly lines: Lines;
  readonly structure: Structure;
  /** Changed in place. */
  readonly found: { -readonly [K in keyof LineScores]: LineScores[K] };
  /** False: a share or a number of tokens is asked for, which no text may exceed. */
  readonly mayBeWhole: boolean;
}

/** Rows kept where no number is asked for: of each end, of one column, of each of several. */
const ENDS = 5;
const ROWS = 6;
/** Characters of lists that are shown whole where what is asked for takes every row. */
const COUNTED = 6000;
const COMPARED = 24_000;
/** Characters of a record that its numbers are read from. */
const VALUE_UNITS = 400;
/** What a row is worth that is not among those asked for, of what it was. */
const ASIDE = 0.45;
/** What reading the numbers of a row takes, in characters' worth of counting tokens. */
const ROW = 40;
const PART = 4096;
/** Relevance of a text whose rows answer by their place. */
const ANSWERED = 0.5;

/**
 * Gives a question of order or amount the rows that it is about: raises the scores of these. True if it needs the whole
 * text.
 */
export function* answerOrder({ lines, structure, found, mayBeWhole }: OrderedText, asked: AskedOrder): Steps<boolean> {
  const { policy, records } = structure;
  if (records === undefined || policy.rows === undefined) return false;
  const isList = policy.rows === 'list';
  const size = lines.text.length;
  if (asked.kind === 'count' || asked.kind === 'compare') {
    return mayBeWhole && isList && size <= (asked.kind === 'count' ? COUNTED : COMPARED);
  }
  const rows = rowsOf(structure, records);
  const isNamed = (row: number): boolean =>
    asked.named && (found.scores[records.starts[row] as number] as number) >= 0.5;
  const best = rows.filter(isNamed);
  const chosen = new Set<number>();
  if (asked.kind === 'ends') for (const row of ends(rows, best, asked, structure)) chosen.add(row);
  if (asked.kind === 'extreme' || isList) {
    const values: (readonly Value[])[] = [];
    for (const [i, row] of rows.entries()) {
      if (i % PART === 0) yield Math.min(PART, rows.length - i) * ROW;
      values.push(valuesOf(lines, records, row));
    }
    const only = asked.kind === 'ends' ? 'date' : undefined;
    const count = asked.count ?? ROWS;
    for (const at of extremeRows(values, count, asked.low, only)) chosen.add(rows[at] as number);
    // The largest of those that the question names in other words.
    const named = new Set(best);
    const places = rows.flatMap((row, i) => (named.has(row) ? [i] : []));
    const ofThem = extremeRows(
      places.map((i) => values[i] as readonly Value[]),
      count,
      asked.low,
      only,
    );
    for (const at of ofThem) chosen.add(rows[places[at] as number] as number);
  }
  if (chosen.size === 0) return false;
  // What answers by its place is an answer, whatever its words.
  found.documentScore = Math.max(found.documentScore, ANSWERED);
  if (isList) for (let i = 0; i < lines.count; i++) found.scores[i] = (found.scores[i] as number) * ASIDE;
  for (const row of chosen) {
    const to = records.starts[row + 1] as number;
    for (let i = records.starts[row] as number; i < to; i++) {
      found.scores[i] = 1;
      found.reasons[i] = Reason.match;
    }
  }
  return false;
}

/** Records that are rows: neither blank nor a line that encloses most others, such as column titles. */
function rowsOf({ shape, headers }: Structure, { starts, count }: Runs): number[] {
  const n = shape.roles.length;
  const children = new Int32Array(n);
  if (headers) for (const header of headers) if (header >= 0) children[header] = (children[header] as number) + 1;
  const rows: number[] = [];
  for (let r = 0; r < count; r++) {
    const first = starts[r] as number;
    if (shape.roles[first] !== Role.blank && (children[first] as number) < n * 0.4) rows.push(r);
  }
  return rows;
}

function ends(
  rows: readonly number[],
  best: readonly number[],
  { count = ENDS, low }: AskedOrder,
  { policy }: Structure,
): number[] {
  const onlyHead = policy.newest === 'first' && !low;
  const onlyTail = policy.newest === 'last' && !low;
  const of = (some: readonly number[]): readonly number[] => [
    ...(onlyTail ? [] : some.slice(0, count)),
    ...(onlyHead ? [] : some.slice(-count)),
  ];
  // In time, what happened last is asked of something; a list is asked for its end.
  return policy.rows === 'events' ? [...of(best.length > 0 ? best : rows)] : [...of(rows), ...of(best)];
}

function valuesOf(lines: Lines, { starts }: Runs, row: number): readonly Value[] {
  const from = lines.starts[starts[row] as number] as number;
  const to = lines.starts[starts[row + 1] as number] as number;
  return readValues(lines.text.slice(from, Math.min(to, from + VALUE_UNITS)));
}

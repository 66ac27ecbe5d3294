import type { CooperativeTask } from '../../../text/cooperative-task.ts';
import type { Lines } from '../../../text/lines.ts';
import { type Runs, toRuns } from '../../structure/blocks.ts';
import { columnTitles } from '../../structure/headers.ts';
import { lineHead } from '../../structure/line-head.ts';
import { Role } from '../../structure/outline.ts';
import type { Structure } from '../../structure/structure.ts';
import { type LineScores, Reason } from '../scorer.ts';
import { type AskedOrder, askedOrder } from './asked-order.ts';
import { raiseEmbedded } from './embedded-table.ts';
import { extremeRows } from './extreme-rows.ts';
import { isItem } from './read-fields.ts';
import type { RowValue } from './read-values.ts';
import { beginning, readerOf } from './row-reader.ts';
import { rowsWithin } from './rows-within.ts';

export interface OrderedText {
  readonly lines: Lines;
  readonly structure: Structure;
  /** Modified in place. */
  readonly found: { -readonly [K in keyof LineScores]: LineScores[K] };
  /** False if a share or token budget is set, which no text may exceed. */
  readonly mayBeWhole: boolean;
}

/** Rows kept if no number is requested: at each end, of one column, of each of several columns. */
const ENDS = 5;
const ROWS = 6;
const ROWS_EACH = 4;
/** Items of several lines kept. */
const ITEMS = 3;
/** Max characters of a list that is shown whole if the question needs every row. */
const COUNTED = 6000;
const COMPARED = 24_000;
/** Factor for the score of a row that was not requested. */
const ASIDE = 0.45;
/** Scores of the requested rows, slightly decreasing, so that a budget takes the best first. */
const BEST = 1;
const STEP = 0.001;
const MIN = 0.96;
/**
 * Factor for events that were not requested. It scales only the part of a score above the threshold, so that they still
 * count as answers.
 */
const BEHIND = 0.9;
/** Share of lines above which an enclosing line counts as everyone's title. */
const MAX = 0.4;
/** Cost of reading a row's numbers, in characters of token counting. */
const ROW = 40;
const PART = 4096;
/** Relevance of a text whose rows answer by position. */
const ANSWERED = 0.5;
/** Share of the best row's score from which on a row has the same words. */
const NEARLY_BEST = 0.97;
/** Min score of a row that words set apart. */
const SINGLE = 0.7;
const NO_ROWS: ReadonlySet<number> = new Set();

/**
 * Raises the scores of the rows that a question of order or amount is about. Returns true if it needs the whole text.
 */
export function* answerOrder(text: OrderedText, question: string): CooperativeTask<boolean> {
  const { lines, structure, found, mayBeWhole } = text;
  const { policy } = structure;
  const asked = askedOrder(question);
  if (asked === undefined) return false;
  const mayHaveTable = policy.rows === undefined ? policy.kind !== 'source' : policy.name === 'query result';
  if (asked.kind === 'extreme' && mayHaveTable && (yield* raiseEmbedded(lines, found, asked, question))) return false;
  if (policy.rows === undefined) return false;
  const records = structure.records ?? toRuns(new Uint8Array(lines.count + 1).fill(1), lines.count);
  const isList = policy.rows === 'list';
  const within = asked.limit && (yield* rowsAskedFor(text, records, asked, question));
  if ((within?.size ?? 0) === 0 && (asked.kind === 'count' || asked.kind === 'compare')) {
    const room = asked.kind === 'count' ? COUNTED : COMPARED;
    if (mayBeWhole && isList && lines.text.length <= room) return true;
    if (asked.kind === 'count' || !isList) return false;
  }
  const chosen =
    within !== undefined && within.size > 0
      ? within
      : yield* rowsAskedFor(text, records, { ...asked, limit: undefined }, question);
  if (chosen.size === 0) return false;
  // Rows that answer by position are an answer, whatever their words.
  found.documentScore = Math.max(found.documentScore, ANSWERED);
  found.isOrdered = true;
  // Rows chosen by values of known columns are the whole answer.
  if (isList && hasColumns(policy)) found.byWords = false;
  const singled = asked.named ? singledOut(text, records) : NO_ROWS;
  for (let i = 0; i < lines.count; i++) {
    const score = found.scores[i] as number;
    if (isList && singled.has(records.of[i] as number)) continue;
    if (isList && asked.kind !== 'compare') found.scores[i] = score * ASIDE;
    else if (score > 0.5) found.scores[i] = 0.5 + (score - 0.5) * BEHIND;
  }
  let score: number = BEST;
  for (const row of chosen) {
    score = Math.max(MIN, score - STEP);
    const to = records.starts[row + 1] as number;
    for (let i = records.starts[row] as number; i < to; i++) {
      found.scores[i] = score;
      found.reasons[i] = Reason.match;
    }
  }
  return false;
}

/** True if the content of each column is known. */
function hasColumns({ headers, titles, keyed, kind, measure }: Structure['policy']): boolean {
  return headers === columnTitles || titles !== undefined || keyed === true || kind === 'json' || measure !== undefined;
}

/**
 * Finds the rows at an end of the text or of a column, best first: among all rows, and among those that the question
 * names.
 */
function* rowsAskedFor(
  { lines, structure, found }: OrderedText,
  records: Runs,
  asked: AskedOrder,
  question: string,
): CooperativeTask<ReadonlySet<number>> {
  const chosen = new Set<number>();
  const isTitle = titlesOf(structure);
  const rows = rowsOf(lines, structure, records, isTitle);
  const scoreOf = (row: number): number => found.scores[records.starts[row] as number] as number;
  // A word that most lists share (`test`, `file`) is only useful if few rows have it.
  const named = asked.named
    ? rows.filter((row) => scoreOf(row) >= 0.5)
    : few(rows, (row) => found.reasons[records.starts[row] as number] === Reason.match);
  // The first or the longest that has all the words comes before the one that has some.
  const top = NEARLY_BEST * named.reduce((max, row) => Math.max(max, scoreOf(row)), 0);
  const best = asked.named ? named.filter((row) => scoreOf(row) >= top) : [];
  if (asked.kind === 'ends') {
    // A word that most rows share counts little in each, but still says which rows are meant.
    const withWord = (row: number): boolean => found.reasons[records.starts[row] as number] === Reason.match;
    const matched = asked.named ? rows.filter(withWord) : [];
    for (const some of [best, named, matched]) for (const row of ends(rows, some, asked, structure)) chosen.add(row);
    // For events, only the position shows which one happened last.
    if (structure.policy.rows === 'events') return chosen;
  }
  const { read, columns } = readerOf(lines, structure, records, { asked, question, isTitle, rows });
  const values = new Map<number, readonly RowValue[]>();
  for (const [i, row] of rows.entries()) {
    if (i % PART === 0) yield Math.min(PART, rows.length - i) * ROW;
    values.set(row, read(beginning(lines, records, row, structure.policy.kind)));
  }
  const count = asked.count ?? (structure.policy.kind === 'json' ? ITEMS : columns?.size === 1 ? ROWS : ROWS_EACH);
  if (asked.limit) {
    for (const at of rowsWithin(
      rows.map((row) => values.get(row) ?? []),
      asked.limit,
      columns,
    ))
      chosen.add(rows[at] as number);
    return chosen;
  }
  for (const some of best.length > 1 ? [best, rows, named] : [rows, named]) {
    const of = some.map((row) => values.get(row) ?? []);
    for (const low of asked.both === true ? [false, true] : [asked.low])
      for (const at of extremeRows(of, { count, low, columns })) chosen.add(some[at] as number);
  }
  return chosen;
}

/**
 * Returns the few rows that the question's words set apart from all others. They keep their score, even if other rows
 * are chosen by order.
 */
function singledOut({ lines, found }: OrderedText, records: Runs): ReadonlySet<number> {
  const scores = new Map<number, number>();
  for (let i = 0; i < lines.count; i++) {
    const score = found.scores[i] as number;
    const row = records.of[i] as number;
    if (score >= SINGLE && score > (scores.get(row) ?? 0)) scores.set(row, score);
  }
  const ordered = [...scores].sort(([, a], [, b]) => b - a);
  const next = ordered[ROWS]?.[1] ?? 0;
  return new Set(ordered.slice(0, ROWS).flatMap(([row, score]) => (score > next ? [row] : [])));
}

/** Returns the rows that fit, unless they are more than half. */
function few(rows: readonly number[], fits: (row: number) => boolean): readonly number[] {
  const some = rows.filter(fits);
  return some.length <= rows.length / 2 ? some : [];
}

/** Marks lines that enclose most others, such as column titles; one byte a line. */
function titlesOf({ shape, headers }: Structure): Uint8Array {
  const n = shape.roles.length;
  const children = new Int32Array(n);
  if (headers) for (const header of headers) if (header >= 0) children[header] = (children[header] as number) + 1;
  return Uint8Array.from(children, (c) => (c >= n * MAX ? 1 : 0));
}

/** Returns the records that are rows: neither blank nor titles, and in JSON only items. */
function rowsOf(lines: Lines, { shape, policy }: Structure, records: Runs, isTitle: Uint8Array): number[] {
  const ruled = isTitle.indexOf(1);
  const title = ruled > 0 && isRule(lines, ruled) ? ruled - 1 : -1;
  const above = policy.headers === columnTitles ? ruled : -1;
  const { starts, count } = records;
  const rows: number[] = [];
  for (let r = 0; r < count; r++) {
    const first = starts[r] as number;
    if (shape.roles[first] === Role.blank || isTitle[first] === 1 || first < above) continue;
    if (policy.kind === 'data' && (first === title || isRule(lines, first))) continue;
    if (policy.kind !== 'json' || isItem(wholeOf(lines, records, r))) rows.push(r);
  }
  return rows;
}

/** True for a drawn line without letters or numbers. */
function isRule(lines: Lines, i: number): boolean {
  return !/[\p{L}\d]/u.test(lineHead(lines, i));
}

function ends(
  rows: readonly number[],
  named: readonly number[],
  { count = ENDS, low }: AskedOrder,
  { policy }: Structure,
): readonly number[] {
  const onlyHead = policy.newest === 'first' && !low;
  const onlyTail = policy.newest === 'last' && !low;
  const of = (some: readonly number[]): readonly number[] => [
    ...(onlyTail ? [] : some.slice(0, count)),
    ...(onlyHead ? [] : some.slice(-count).reverse()),
  ];
  if (policy.rows === 'events') return of(named.length > 0 ? named : rows);
  return [...of(rows), ...of(named)];
}

function wholeOf(lines: Lines, { starts }: Runs, row: number): string {
  return lines.text.slice(lines.starts[starts[row] as number], lines.starts[starts[row + 1] as number]);
}

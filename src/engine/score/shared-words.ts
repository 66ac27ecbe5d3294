import { type CooperativeTask, countedParts } from '../../text/cooperative-task.ts';
import type { Lines } from '../../text/lines.ts';
import { lineHead } from '../structure/line-head.ts';
import type { Matches } from './matches.ts';
import { DEFAULT_THRESHOLD, type Document, type LineScores, type ListFields, Reason } from './scorer.ts';

/** Min items of a list, and the share of them from which on a word that they have says nothing of any. */
const MIN_ITEMS = 4;
const SHARED = 0.8;
/** First line of an item of a list: a bracket in JSON, a dash in YAML. */
const ITEM = /^\s*(?:\{$|- )/;
/** An entry of a map that is a map itself. If nearly all entries are, the map is a list by name. */
const ENTRY = /^\s*"[^"]+": \{$/;
const CLOSES = /^\s*[\]}]/;
/** Units of a line that are looked at. */
const UNITS = 120;

/** Matches of the words that tell a list's items apart, and of those that nearly all items have. */
interface ListMatches extends ListFields {
  readonly apart: Matches;
  readonly shared: Matches;
  /** False if no word tells items apart, so that all words choose lines. */
  readonly tells: boolean;
}

/** Cost of a line, and of a match, in characters of token counting. */
const COST = 10;
/** Terms of a question have lower numbers. */
const TERMS = 256;

/**
 * Parts the matches of words that nearly all items of a list have, such as its keys, from the others. Undefined if there
 * are none of the former. A word counts for the innermost item around it, and items of one depth are one list.
 */
export function* partShared(
  matches: Matches,
  { lines, headers, shape }: Document,
): CooperativeTask<ListMatches | undefined> {
  if (headers === undefined) return undefined;
  const { of, sizes } = yield* itemsIn(lines, headers, shape);
  if (sizes.length === 0) return undefined;
  const itemOf = (line: number): number => {
    let at = line;
    while (at >= 0 && of[at] === NONE) at = headers[at] as number;
    return at;
  };
  const found = new Map<number, { count: number; last: number }>();
  /** The list and the term of each match; below 0 outside of lists. */
  const keys = new Int32Array(matches.count).fill(NONE);
  yield* countedParts(matches.count, COST, (from, to) => {
    for (let m = from; m < to; m++) {
      const item = itemOf(matches.lines[m] as number);
      if (item < 0) continue;
      const key = (of[item] as number) * TERMS + (matches.terms[m] as number);
      keys[m] = key;
      const own = found.get(key);
      if (own === undefined) found.set(key, { count: 1, last: item });
      else if (own.last !== item) {
        own.count++;
        own.last = item;
      }
    }
  });
  const isShared = (key: number): boolean => {
    const all = sizes[Math.floor(key / TERMS)] ?? 0;
    return all >= MIN_ITEMS && (found.get(key)?.count ?? 0) >= all * SHARED;
  };
  const apart: number[] = [];
  const shared: number[] = [];
  yield* countedParts(matches.count, 1, (from, to) => {
    for (let m = from; m < to; m++) (isShared(keys[m] as number) ? shared : apart).push(m);
  });
  if (shared.length === 0) return undefined;
  // Words that tell no item apart, but name the list, leave the choice to the shared ones.
  const tells = apart.some((m) => keys[m] !== NONE);
  return { apart: some(matches, apart), shared: some(matches, shared), tells, itemOf };
}

const NONE = -1;

/** The list that each first line of an item belongs to, or -1, and the number of each list's items. */
interface Items {
  readonly of: Int32Array;
  readonly sizes: readonly number[];
}

function* itemsIn(lines: Lines, headers: Int32Array, { indents }: Document['shape']): CooperativeTask<Items> {
  const isEntry = new Uint8Array(lines.count);
  const children = new Int32Array(lines.count);
  const entries = new Int32Array(lines.count);
  const of = new Int32Array(lines.count).fill(NONE);
  const sizes: number[] = [];
  const byName = new Map<string, number>();
  const add = (i: number): void => {
    const parent = headers[i] as number;
    const name = `${indents[i]} ${parent < 0 ? '' : lineHead(lines, parent, UNITS).trim()}`;
    const list = byName.get(name) ?? sizes.push(0) - 1;
    byName.set(name, list);
    of[i] = list;
    sizes[list] = (sizes[list] as number) + 1;
  };
  yield* countedParts(lines.count, COST, (from, to) => {
    for (let i = from; i < to; i++) {
      const line = lineHead(lines, i, UNITS);
      const parent = headers[i] as number;
      // A bracket around the whole text opens no item.
      if (ITEM.test(line) && (parent >= 0 || !line.endsWith('{'))) add(i);
      if (parent < 0 || CLOSES.test(line)) continue;
      children[parent] = (children[parent] as number) + 1;
      if (!ENTRY.test(line)) continue;
      isEntry[i] = 1;
      entries[parent] = (entries[parent] as number) + 1;
    }
  });
  yield* countedParts(lines.count, COST, (from, to) => {
    for (let i = from; i < to; i++) {
      if (isEntry[i] === 0) continue;
      const own = entries[headers[i] as number] as number;
      if (own >= MIN_ITEMS && own >= (children[headers[i] as number] as number) * SHARED) add(i);
    }
  });
  return { of, sizes };
}

function some(matches: Matches, which: readonly number[]): Matches {
  const count = which.length;
  const lines = new Int32Array(count);
  const terms = new Uint8Array(count);
  const strengths = new Uint8Array(count);
  for (let n = 0; n < count; n++) {
    const m = which[n] as number;
    lines[n] = matches.lines[m] as number;
    terms[n] = matches.terms[m] as number;
    strengths[n] = matches.strengths[m] as number;
  }
  return { ...matches, count, lines, terms, strengths };
}

/** Factor for fields of items that do not answer. */
const ASIDE = 0.45;

/** Gives fields that the question asks for in every item a score if a mark chose their item, and lowers the others. */
export function raiseMarked(
  { scores, reasons }: LineScores,
  { shared, itemOf }: ListFields,
  marked: readonly number[],
  score: number,
): void {
  const items = new Set(marked.map(itemOf));
  for (const line of new Set(shared.lines)) {
    const item = itemOf(line);
    if (item < 0) continue;
    const isAnswer = items.has(item);
    scores[line] = isAnswer ? Math.max(score, scores[line] as number) : (scores[line] as number) * ASIDE;
    if (isAnswer) reasons[line] = Reason.match;
  }
}

/**
 * Gives fields that the question asks for in every item the score of their item, if it answers. Returns a mark for each
 * line of such items, and for those outside of items.
 */
export function* raiseFields(
  { scores, reasons }: LineScores,
  { apart, shared, itemOf }: ListMatches,
): CooperativeTask<Uint8Array> {
  const best = new Map<number, number>();
  yield* countedParts(apart.count, COST, (from, to) => {
    for (const line of apart.lines.subarray(from, to)) {
      const item = itemOf(line);
      if (item >= 0) best.set(item, Math.max(best.get(item) ?? 0, scores[line] as number));
    }
  });
  yield* countedParts(shared.count, COST, (from, to) => {
    for (const line of shared.lines.subarray(from, to)) {
      const own = best.get(itemOf(line)) ?? 0;
      if (own < DEFAULT_THRESHOLD || (scores[line] as number) >= own) continue;
      scores[line] = own;
      reasons[line] = Reason.match;
    }
  });
  const within = new Uint8Array(scores.length);
  yield* countedParts(scores.length, COST, (from, to) => {
    for (let line = from; line < to; line++) {
      const item = itemOf(line);
      if (item < 0 || (best.get(item) ?? 0) >= DEFAULT_THRESHOLD) within[line] = 1;
    }
  });
  return within;
}

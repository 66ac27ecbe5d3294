import type { Lines } from '../../text/lines.ts';
import { lineHead } from '../structure/line-head.ts';
import type { Matches } from './matches.ts';
import { DEFAULT_THRESHOLD, type Document, type LineScores, Reason } from './scorer.ts';

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
export interface ListMatches {
  readonly apart: Matches;
  readonly shared: Matches;
  /** Returns the first line of the innermost item around a line, or -1. */
  readonly itemOf: (line: number) => number;
}

/**
 * Parts the matches of words that nearly all items of a list have, such as its keys, from the others. Undefined if there
 * are none of either. A word counts for the innermost item around it, and items of one depth are one list.
 */
export function partShared(matches: Matches, { lines, headers, shape }: Document): ListMatches | undefined {
  if (headers === undefined) return undefined;
  const { of, sizes } = itemsIn(lines, headers, shape);
  if (sizes.size === 0) return undefined;
  const itemOf = (line: number): number => {
    let at = line;
    while (at >= 0 && of[at] === undefined) at = headers[at] as number;
    return at;
  };
  const found = new Map<string, { count: number; last: number }>();
  const keys: (string | undefined)[] = [];
  for (let m = 0; m < matches.count; m++) {
    const item = itemOf(matches.lines[m] as number);
    const key = item < 0 ? undefined : `${matches.terms[m]} ${of[item]}`;
    keys.push(key);
    if (key === undefined) continue;
    const own = found.get(key) ?? { count: 0, last: -1 };
    if (own.last !== item) found.set(key, { count: own.count + 1, last: item });
  }
  const isShared = (key: string | undefined): boolean => {
    if (key === undefined) return false;
    const all = sizes.get(key.slice(key.indexOf(' ') + 1)) as number;
    return all >= MIN_ITEMS && (found.get(key)?.count ?? 0) >= all * SHARED;
  };
  const apart = keys.flatMap((key, m) => (isShared(key) ? [] : [m]));
  // Words that tell no item apart, but name the list, leave the choice to the shared ones.
  if (apart.length === matches.count || apart.every((m) => keys[m] === undefined)) return undefined;
  const shared = keys.flatMap((key, m) => (isShared(key) ? [m] : []));
  return { apart: some(matches, apart), shared: some(matches, shared), itemOf };
}

/** The list that each first line of an item belongs to, by its name and depth, and the number of each list's items. */
interface Items {
  readonly of: readonly (string | undefined)[];
  readonly sizes: ReadonlyMap<string, number>;
}

function itemsIn(lines: Lines, headers: Int32Array, { indents }: Document['shape']): Items {
  const isEntry = new Uint8Array(lines.count);
  const children = new Int32Array(lines.count);
  const entries = new Int32Array(lines.count);
  const of: (string | undefined)[] = new Array(lines.count);
  const sizes = new Map<string, number>();
  const add = (i: number): void => {
    const parent = headers[i] as number;
    const list = `${indents[i]} ${parent < 0 ? '' : lineHead(lines, parent, UNITS).trim()}`;
    of[i] = list;
    sizes.set(list, (sizes.get(list) ?? 0) + 1);
  };
  for (let i = 0; i < lines.count; i++) {
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
  for (let i = 0; i < lines.count; i++) {
    if (isEntry[i] === 0) continue;
    const own = entries[headers[i] as number] as number;
    if (own >= MIN_ITEMS && own >= (children[headers[i] as number] as number) * SHARED) add(i);
  }
  return { of, sizes };
}

function some(matches: Matches, which: readonly number[]): Matches {
  return {
    ...matches,
    count: which.length,
    lines: Int32Array.from(which, (m) => matches.lines[m] as number),
    terms: Uint8Array.from(which, (m) => matches.terms[m] as number),
    strengths: Uint8Array.from(which, (m) => matches.strengths[m] as number),
  };
}

/**
 * Gives fields that the question asks for in every item the score of their item, if it answers. Marks the lines of such
 * items, and those outside of items.
 */
export function raiseFields({ scores, reasons }: LineScores, { apart, shared, itemOf }: ListMatches): Uint8Array {
  const best = new Map<number, number>();
  for (const line of apart.lines) {
    const item = itemOf(line);
    if (item >= 0) best.set(item, Math.max(best.get(item) ?? 0, scores[line] as number));
  }
  for (const line of shared.lines) {
    const own = best.get(itemOf(line)) ?? 0;
    if (own < DEFAULT_THRESHOLD || (scores[line] as number) >= own) continue;
    scores[line] = own;
    reasons[line] = Reason.match;
  }
  return Uint8Array.from(scores, (_, line) => {
    const item = itemOf(line);
    return item < 0 || (best.get(item) ?? 0) >= DEFAULT_THRESHOLD ? 1 : 0;
  });
}

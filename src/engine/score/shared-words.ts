import { lineHead } from '../structure/line-head.ts';
import type { Matches } from './matches.ts';
import { DEFAULT_THRESHOLD, type Document, type LineScores, Reason } from './scorer.ts';

/** Min items of a list, and the share of them from which on a word that they have says nothing of any. */
const MIN_ITEMS = 4;
const SHARED = 0.8;
/** First line of an item: a bracket or an entry of a map in JSON, a dash in YAML. */
const ITEM = /^\s*(?:\{$|"[^"]+": \{$|- )/;

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
  const { indents } = shape;
  const isItem = new Uint8Array(lines.count);
  const items = new Map<number, number>();
  for (let i = 0; i < lines.count; i++) {
    if (!ITEM.test(lineHead(lines, i, 200))) continue;
    isItem[i] = 1;
    items.set(indents[i] as number, (items.get(indents[i] as number) ?? 0) + 1);
  }
  if (items.size === 0) return undefined;
  const itemOf = (line: number): number => {
    let at = line;
    while (at >= 0 && isItem[at] === 0) at = headers[at] as number;
    return at;
  };
  const found = new Map<string, { count: number; last: number }>();
  const keys: (string | undefined)[] = [];
  for (let m = 0; m < matches.count; m++) {
    const item = itemOf(matches.lines[m] as number);
    const key = item < 0 ? undefined : `${indents[item]} ${matches.terms[m]}`;
    keys.push(key);
    if (key === undefined) continue;
    const own = found.get(key) ?? { count: 0, last: -1 };
    if (own.last !== item) found.set(key, { count: own.count + 1, last: item });
  }
  const isShared = (key: string | undefined): boolean => {
    if (key === undefined) return false;
    const all = items.get(Number(key.slice(0, key.indexOf(' ')))) as number;
    return all >= MIN_ITEMS && (found.get(key)?.count ?? 0) >= all * SHARED;
  };
  const apart = keys.flatMap((key, m) => (isShared(key) ? [] : [m]));
  if (apart.length === 0 || apart.length === matches.count) return undefined;
  const shared = keys.flatMap((key, m) => (isShared(key) ? [m] : []));
  return { apart: some(matches, apart), shared: some(matches, shared), itemOf };
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

/** Gives fields that the question asks for in every item the score of their item, if it answers. */
export function raiseFields({ scores, reasons }: LineScores, { apart, shared, itemOf }: ListMatches): void {
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
}

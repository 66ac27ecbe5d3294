import { lineHead } from '../structure/line-head.ts';
import type { Matches } from './matches.ts';
import type { Document } from './scorer.ts';

/** Min items of a list, and the share of them from which on a word that they have says nothing of any. */
const MIN_ITEMS = 4;
const SHARED = 0.8;
/** First line of an item: a bracket in JSON, a dash in YAML. */
const ITEM = /^\s*(?:\{$|- )/;

/**
 * Leaves out the matches of words that nearly all items of a list have, such as its keys, unless nothing else matches.
 * A word counts for the innermost item around it, and items of one depth are one list.
 */
export function withoutShared(matches: Matches, { lines, headers, shape }: Document): Matches {
  if (headers === undefined) return matches;
  const { indents } = shape;
  const isItem = new Uint8Array(lines.count);
  const items = new Map<number, number>();
  for (let i = 0; i < lines.count; i++) {
    if (!ITEM.test(lineHead(lines, i, 200))) continue;
    isItem[i] = 1;
    items.set(indents[i] as number, (items.get(indents[i] as number) ?? 0) + 1);
  }
  if (items.size === 0) return matches;
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
  const stay = keys.flatMap((key, m) => (isShared(key) ? [] : [m]));
  if (stay.length === 0 || stay.length === matches.count) return matches;
  return {
    ...matches,
    count: stay.length,
    lines: Int32Array.from(stay, (m) => matches.lines[m] as number),
    terms: Uint8Array.from(stay, (m) => matches.terms[m] as number),
    strengths: Uint8Array.from(stay, (m) => matches.strengths[m] as number),
  };
}

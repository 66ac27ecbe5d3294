import type { Measure } from '../base/json/measure.ts';

/** Key under which a mark names the keys that were left out. */
export const HIDDEN = '…';

/** Max runs of indices that a mark names. */
const MAX_RUNS = 10;

/** Formats which items of an array are shown: `10 of 1523: 0-4, 17, 1520-1522`. */
export function arrayCutMark(indices: readonly number[], total: number): string {
  const runs: string[] = [];
  for (let i = 0; i < indices.length && runs.length <= MAX_RUNS; i++) {
    const from = indices[i] as number;
    let to = from;
    while (indices[i + 1] === to + 1) to = indices[++i] as number;
    runs.push(to === from ? String(from) : `${from}-${to}`);
  }
  if (runs.length > MAX_RUNS) runs[MAX_RUNS] = '…';
  return `${indices.length} of ${total}${runs.length > 0 ? `: ${runs.join(', ')}` : ''}`;
}

/** Max bytes of the mark with its path, for any subset of these indices. */
export function cutBytes(path: string, indices: readonly number[], total: number, measure: Measure): number {
  const run = `${total}-${total}, `.length;
  const runs = Math.min(indices.length, MAX_RUNS) * run + (indices.length > MAX_RUNS ? 3 : 0);
  const fixed = measure.string(path) + measure.string(`${total} of ${total}: `) + measure.mark * 2;
  return fixed + runs * measure.mark;
}

/** `12 more keys: a, b, …` */
export function hiddenMark(hidden: number, names: readonly string[]): string {
  const named = names.length === 0 ? '' : `: ${names.join(', ')}${hidden > names.length ? ', …' : ''}`;
  return `${hidden} more keys${named}`;
}

/** Bytes of that mark with its key. */
export function hiddenBytes(hidden: number, names: readonly string[], measure: Measure): number {
  // The key is doubled if the object already has it.
  return measure.string(HIDDEN + HIDDEN) + measure.string(hiddenMark(hidden, names)) + measure.mark * 2;
}

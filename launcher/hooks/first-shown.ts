import type { PruneDetails } from '../../src/engine/pruner.ts';

type Kept = Pick<PruneDetails, 'keptLines' | 'knownLines'>;

/**
 * Returns the line number that a host must give to the first line of a shortened text, so that the first lines of the
 * file get their own numbers. Markers, one line each, may come before them. `firstLine` is the number of the original
 * text's first line.
 */
export function firstShown({ keptLines, knownLines = [] }: Kept, firstLine: number): number {
  const kept = keptLines[0];
  if (kept === undefined) return firstLine;
  let markers = 0;
  let next = 1;
  for (const { first, last } of knownLines) {
    if (first > kept) break;
    markers += first > next ? 2 : 1;
    next = last + 1;
  }
  if (next < kept) markers++;
  return firstLine + kept - 1 - markers;
}

import type { FileIndex } from '../links/file-index.ts';
import { completeUpTo, countHashes, linesBehind, readHeld, readReplaced, SKETCHED } from '../links/line-sketch.ts';
import type { WorkingSegment } from '../segment.ts';

/** Marks a segment without a sketch. */
const UNKNOWN = -1;

type Sketched = Pick<WorkingSegment, 'sketch'>;

/**
 * Estimates how many lines of each segment are lost if it is released: those that no younger segment of its file holds
 * or has removed. The estimate compares sketches (see `LineSketch`). A short segment next to one of thousands of lines
 * may share too few known lines; then all its lines count as its own. Without a sketch, 0 if a younger read replaces
 * it, otherwise -1.
 */
export function ownLinesOf(
  segments: readonly Sketched[],
  files: FileIndex,
  superseded: Uint8Array = new Uint8Array(segments.length),
): Float64Array {
  const lines = new Float64Array(segments.length).fill(UNKNOWN);
  const held = new Int32Array(SKETCHED);
  const replaced = new Int32Array(SKETCHED);
  const younger = createHashSet(mostHashes(segments, files));
  for (let file = 0; file + 1 < files.from.length; file++) {
    younger.clear();
    // Up to this hash, all lines of the younger segments are known. Above it, only some are.
    let complete = Number.POSITIVE_INFINITY;
    for (let i = (files.from[file + 1] as number) - 1; i >= (files.from[file] as number); i--) {
      const at = files.members[i] as number;
      const { sketch } = segments[at] as Sketched;
      if (sketch === '') {
        if (superseded[at] === 1) lines[at] = 0;
        continue;
      }
      const [holds, takes] = [readHeld(sketch, held), readReplaced(sketch, replaced)];
      let [known, there] = [0, 0];
      for (let n = 0; n < holds; n++) {
        const isThere = younger.has(held[n] as number);
        if (isThere) there += 1;
        if (isThere || (held[n] as number) <= complete) known += 1;
      }
      // If no line can be compared, all lines count as its own.
      lines[at] = linesBehind(held, holds) * (known === 0 ? 1 : 1 - there / known);
      for (let n = 0; n < holds; n++) younger.add(held[n] as number);
      for (let n = 0; n < takes; n++) younger.add(replaced[n] as number);
      complete = Math.min(complete, completeUpTo(held, holds), completeUpTo(replaced, takes));
    }
  }
  return lines;
}

/** Max hashes of any one file. */
function mostHashes(segments: readonly Sketched[], { from, members }: FileIndex): number {
  let max = 0;
  for (let file = 0; file + 1 < from.length; file++) {
    let count = 0;
    for (let i = from[file] as number; i < (from[file + 1] as number); i++) {
      count += countHashes((segments[members[i] as number] as Sketched).sketch);
    }
    max = Math.max(max, count);
  }
  return max;
}

/**
 * A set of at most `max` hashes that reuses its memory after `clear`. A new `Set` for each file takes three times as
 * long.
 */
function createHashSet(max: number) {
  const slots = 2 ** Math.ceil(Math.log2(max * 1.5 + 2));
  const hashes = new Int32Array(slots);
  /** The `turn` in which each slot was taken. A slot from an earlier turn is free. */
  const turns = new Int32Array(slots);
  let turn = 0;
  const slotOf = (hash: number): number => {
    let slot = hash & (slots - 1);
    while (turns[slot] === turn && hashes[slot] !== hash) slot = (slot + 1) & (slots - 1);
    return slot;
  };
  return {
    clear: (): void => {
      turn += 1;
    },
    has: (hash: number): boolean => turns[slotOf(hash)] === turn,
    add: (hash: number): void => {
      const slot = slotOf(hash);
      turns[slot] = turn;
      hashes[slot] = hash;
    },
  };
}

import type { FileIndex } from '../links/file-index.ts';
import { completeUpTo, countHashes, linesBehind, readHeld, readReplaced, SKETCHED } from '../links/line-sketch.ts';
import type { WorkingSegment } from '../segment.ts';

/** Of one without a sketch. */
const UNKNOWN = -1;

type Sketched = Pick<WorkingSegment, 'sketch'>;

/**
 * About how many lines of each segment no younger one of its file holds, nor has taken out of it: what is lost with it.
 * Told by the lines that sketches have in common (see `LineSketch`): of what is short beside a younger one of thousands of
 * lines too little may be known, and all counts as its own. -1 where there is no sketch.
 */
export function ownLinesOf(segments: readonly Sketched[], files: FileIndex): Float64Array {
  const lines = new Float64Array(segments.length).fill(UNKNOWN);
  const held = new Int32Array(SKETCHED);
  const replaced = new Int32Array(SKETCHED);
  const younger = createHashSet(mostHashes(segments, files));
  for (let file = 0; file + 1 < files.from.length; file++) {
    younger.clear();
    // Up to this hash all that they hold is known, beyond it some.
    let complete = Number.POSITIVE_INFINITY;
    for (let i = (files.from[file + 1] as number) - 1; i >= (files.from[file] as number); i--) {
      const at = files.members[i] as number;
      const { sketch } = segments[at] as Sketched;
      if (sketch === '') continue;
      const [holds, takes] = [readHeld(sketch, held), readReplaced(sketch, replaced)];
      let [known, there] = [0, 0];
      for (let n = 0; n < holds; n++) {
        const isThere = younger.has(held[n] as number);
        if (isThere) there += 1;
        if (isThere || (held[n] as number) <= complete) known += 1;
      }
      // Where nothing is known, all is its own.
      lines[at] = linesBehind(held, holds) * (known === 0 ? 1 : 1 - there / known);
      for (let n = 0; n < holds; n++) younger.add(held[n] as number);
      for (let n = 0; n < takes; n++) younger.add(replaced[n] as number);
      complete = Math.min(complete, completeUpTo(held, holds), completeUpTo(replaced, takes));
    }
  }
  return lines;
}

/** Of any one file. */
function mostHashes(segments: readonly Sketched[], { from, members }: FileIndex): number {
  let most = 0;
  for (let file = 0; file + 1 < from.length; file++) {
    let count = 0;
    for (let i = from[file] as number; i < (from[file + 1] as number); i++) {
      count += countHashes((segments[members[i] as number] as Sketched).sketch);
    }
    most = Math.max(most, count);
  }
  return most;
}

/** Hashes, at most `most`, in memory that is used again after `clear`: a `Set` for each file takes three times as long. */
function createHashSet(most: number) {
  const slots = 2 ** Math.ceil(Math.log2(most * 1.5 + 2));
  const hashes = new Int32Array(slots);
  /** In which turn a slot was taken. */
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

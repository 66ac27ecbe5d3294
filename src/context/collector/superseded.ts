import { type FileIndex, LAST_LINE } from '../links/file-index.ts';
import { isChange, linesBehind, readHeld, SKETCHED } from '../links/line-sketch.ts';
import type { WorkingSegment } from '../segment.ts';

/** Max line ranges of one file that a read is compared with: those of the reads that came soonest after it. */
const MAX_RANGES = 64;

/** Returns 1 for each read whose lines a single younger read of the file also shows, otherwise 0. */
export function supersededIn(
  segments: readonly Pick<WorkingSegment, 'type' | 'sketch'>[],
  { from, members, starts, ends }: FileIndex,
): Uint8Array {
  const superseded = new Uint8Array(segments.length);
  // Line ranges of the current file, as a ring buffer: a new range replaces the one added first. Flat, because there
  // may be many segments.
  const firsts = new Int32Array(MAX_RANGES);
  const lasts = new Int32Array(MAX_RANGES);
  for (let file = 0; file + 1 < from.length; file++) {
    let count = 0;
    for (let i = (from[file + 1] as number) - 1; i >= (from[file] as number); i--) {
      const at = members[i] as number;
      const segment = segments[at] as WorkingSegment;
      if (segment.type !== 'code' || isChange(segment.sketch)) continue;
      const [first, last] = [starts[at] as number, ends[at] as number];
      let known = Math.min(count, MAX_RANGES) - 1;
      while (known >= 0 && ((firsts[known] as number) > first || (lasts[known] as number) < last)) known -= 1;
      if (known >= 0) superseded[at] = 1;
      else {
        firsts[count % MAX_RANGES] = first;
        lasts[count++ % MAX_RANGES] = last;
      }
    }
  }
  return superseded;
}

/**
 * Clears the mark of reads that name no lines and hold mostly lines of their own. Such a read and the younger one are
 * different excerpts of the file, not the whole of it. `ownLines` is that of `ownLinesOf`.
 */
export function withoutExcerpts(
  superseded: Uint8Array,
  segments: readonly Pick<WorkingSegment, 'sketch'>[],
  { starts, ends }: Pick<FileIndex, 'starts' | 'ends'>,
  ownLines: Float64Array,
): Uint8Array {
  const hashes = new Int32Array(SKETCHED);
  return superseded.map((is, at) => {
    const { sketch } = segments[at] as Pick<WorkingSegment, 'sketch'>;
    if (is === 0 || sketch === '' || starts[at] !== 0 || ends[at] !== LAST_LINE) return is;
    return (ownLines[at] as number) > linesBehind(hashes, readHeld(sketch, hashes)) / 2 ? 0 : 1;
  });
}

import { type FileIndex, indexFiles, LAST_LINE } from '../links/file-index.ts';
import { indexLinks, type LinkIndex } from '../links/link-index.ts';
import type { WorkingSegment } from '../segment.ts';

/** Max steps from a root: 1 is a segment that a root refers to, 2 one that such a segment refers to. */
export const FARTHEST = 2;
/** Distance of a segment that no root reaches in that many steps. */
export const UNREACHED = 3;

/** Max line ranges of one file that are checked one by one. Beyond that, the whole file counts. */
const MAX_RANGES = 64;

/**
 * Returns each segment's distance from the roots: 0 for a root, 1 if a root refers to it, 2 if a segment at distance 1
 * does, otherwise `UNREACHED`. A segment is a root if `roots` has a reason for it.
 */
export function mark(
  segments: readonly WorkingSegment[],
  roots: readonly (string | undefined)[],
  links: LinkIndex = indexLinks(segments),
  files: FileIndex = indexFiles(segments),
): Uint8Array {
  const { keys, provided, providedFrom, mentioned, mentionedFrom } = links;
  const distance = new Uint8Array(segments.length);
  for (let at = 0; at < segments.length; at++) distance[at] = roots[at] === undefined ? UNREACHED : 0;
  const referred = new Uint8Array(keys);
  const ranges = new Map<number, number[]>();
  for (let step = 1; step <= FARTHEST; step++) {
    for (let at = 0; at < segments.length; at++) {
      if (distance[at] !== step - 1) continue;
      for (let i = mentionedFrom[at] as number; i < (mentionedFrom[at + 1] as number); i++) {
        referred[mentioned[i] as number] = 1;
      }
      referToFile(files, at, ranges);
    }
    for (let at = 0; at < segments.length; at++) {
      if (distance[at] !== UNREACHED) continue;
      let isReached = isInFiles(files, at, ranges);
      for (let i = providedFrom[at] as number; !isReached && i < (providedFrom[at + 1] as number); i++) {
        isReached = referred[provided[i] as number] === 1;
      }
      if (isReached) distance[at] = step;
    }
  }
  return distance;
}

/** Adds the segment's lines to the referred ranges of its file, as alternating start and end. */
function referToFile({ fileOf, starts, ends }: FileIndex, at: number, ranges: Map<number, number[]>): void {
  const file = fileOf[at] as number;
  if (file < 0) return;
  const there = ranges.get(file);
  if (there === undefined) ranges.set(file, [starts[at] as number, ends[at] as number]);
  else if (there.length < 2 * MAX_RANGES) there.push(starts[at] as number, ends[at] as number);
  else there.splice(0, 2, 0, LAST_LINE);
}

function isInFiles(
  { fileOf, starts, ends }: FileIndex,
  at: number,
  ranges: ReadonlyMap<number, readonly number[]>,
): boolean {
  const file = fileOf[at] as number;
  const there = file < 0 ? undefined : ranges.get(file);
  if (there === undefined) return false;
  const [start, end] = [starts[at] as number, ends[at] as number];
  for (let i = 0; i < there.length; i += 2) {
    if ((there[i] as number) <= end && start <= (there[i + 1] as number)) return true;
  }
  return false;
}

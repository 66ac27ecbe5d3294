import { indexLinks, type LinkIndex } from '../links/link-index.ts';
import type { LineRange, WorkingSegment } from '../segment.ts';
import { overlaps } from './overlap.ts';
import type { RootReason } from './roots.ts';

/** Steps from a root that count: what a root refers to, and what that refers to. */
export const FARTHEST = 2;
/** Not reached from any root. */
export const UNREACHED = 3;

/** Ranges of one file that are looked at one by one; of more, all of the file counts. */
const MOST_RANGES = 64;

/** How far each segment is from the roots: 0 for a root, 1 for what a root refers to, 2, or `UNREACHED`. */
export function mark(
  segments: readonly WorkingSegment[],
  roots: readonly (RootReason | undefined)[],
  index: LinkIndex = indexLinks(segments),
): Uint8Array {
  const { keys, provided, providedFrom, mentioned, mentionedFrom } = index;
  const distance = new Uint8Array(segments.length);
  for (let at = 0; at < segments.length; at++) distance[at] = roots[at] === undefined ? UNREACHED : 0;
  const referred = new Uint8Array(keys);
  const files = new Map<string, (LineRange | null)[]>();
  for (let step = 1; step <= FARTHEST; step++) {
    for (let at = 0; at < segments.length; at++) {
      if (distance[at] !== step - 1) continue;
      for (let i = mentionedFrom[at] as number; i < (mentionedFrom[at + 1] as number); i++) {
        referred[mentioned[i] as number] = 1;
      }
      referToFile(segments[at] as WorkingSegment, files);
    }
    for (let at = 0; at < segments.length; at++) {
      if (distance[at] !== UNREACHED) continue;
      let isReached = isInFiles(segments[at] as WorkingSegment, files);
      for (let i = providedFrom[at] as number; !isReached && i < (providedFrom[at + 1] as number); i++) {
        isReached = referred[provided[i] as number] === 1;
      }
      if (isReached) distance[at] = step;
    }
  }
  return distance;
}

function referToFile({ file, lines }: WorkingSegment, files: Map<string, (LineRange | null)[]>): void {
  if (file === null) return;
  const ranges = files.get(file);
  if (ranges === undefined) files.set(file, [lines]);
  else if (ranges.length < MOST_RANGES) ranges.push(lines);
  else ranges[0] = null;
}

function isInFiles(
  { file, lines }: WorkingSegment,
  files: ReadonlyMap<string, readonly (LineRange | null)[]>,
): boolean {
  const ranges = file === null ? undefined : files.get(file);
  return ranges?.some((range) => overlaps(range, lines)) ?? false;
}

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
export function mark(segments: readonly WorkingSegment[], roots: readonly (RootReason | undefined)[]): Uint8Array {
  const distance = Uint8Array.from(roots, (root) => (root === undefined ? UNREACHED : 0));
  const keys = new Set<number>();
  const files = new Map<string, (LineRange | null)[]>();
  for (let step = 1; step <= FARTHEST; step++) {
    for (let at = 0; at < segments.length; at++) {
      if (distance[at] === step - 1) refer(segments[at] as WorkingSegment, keys, files);
    }
    for (let at = 0; at < segments.length; at++) {
      if (distance[at] === UNREACHED && isReferredTo(segments[at] as WorkingSegment, keys, files)) distance[at] = step;
    }
  }
  return distance;
}

function refer(
  { links, file, lines }: WorkingSegment,
  keys: Set<number>,
  files: Map<string, (LineRange | null)[]>,
): void {
  for (let i = (links[0] ?? 0) + 1; i < links.length; i++) keys.add(links[i] as number);
  if (file === null) return;
  const ranges = files.get(file);
  if (ranges === undefined) files.set(file, [lines]);
  else if (ranges.length < MOST_RANGES) ranges.push(lines);
  else ranges[0] = null;
}

function isReferredTo(
  { links, file, lines }: WorkingSegment,
  keys: ReadonlySet<number>,
  files: ReadonlyMap<string, readonly (LineRange | null)[]>,
): boolean {
  for (let i = 1; i <= (links[0] ?? 0); i++) if (keys.has(links[i] as number)) return true;
  const ranges = file === null ? undefined : files.get(file);
  return ranges?.some((range) => overlaps(range, lines)) ?? false;
}

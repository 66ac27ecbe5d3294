import type { WorkingSet } from '../context-store.ts';
import { indexLinks, invertMentions, type LinkIndex } from '../links/link-index.ts';
import type { WorkingSegment } from '../segment.ts';
import { overlaps } from './overlap.ts';

/** Above so many that share one key or file, they are counted together in place of one by one: 100 or 300 weigh alike. */
const ONE_BY_ONE = 100;

/**
 * How many others refer to each segment: segments of the working set that mention its id, its file or a symbol that it
 * defines, or that have a line of the same file, each once; and snapshots that hold it.
 */
export function countReferences(
  { segments, inSnapshots }: Pick<WorkingSet, 'segments' | 'inSnapshots'>,
  index: LinkIndex = indexLinks(segments),
): readonly number[] {
  const { provided, providedFrom } = index;
  const { by, from } = invertMentions(index);
  const files = filesOf(segments);
  // The last segment that each was counted for.
  const seen = new Int32Array(segments.length).fill(-1);
  const counts: number[] = [];
  for (let at = 0; at < segments.length; at++) {
    const { id, file, lines } = segments[at] as WorkingSegment;
    let count = 0;
    let crowd = 0;
    for (let i = providedFrom[at] as number; i < (providedFrom[at + 1] as number); i++) {
      const key = provided[i] as number;
      const [first, end] = [from[key] as number, from[key + 1] as number];
      if (end - first > ONE_BY_ONE) crowd = Math.max(crowd, end - first);
      else if (end > first) count += meet(by, first, end, at, seen);
    }
    const beside = file === null ? undefined : files.get(file);
    if (beside !== undefined && beside.length > ONE_BY_ONE) crowd = Math.max(crowd, beside.length - 1);
    else if (beside !== undefined && beside.length > 1) {
      const near = beside.filter((other) => overlaps(lines, (segments[other] as WorkingSegment).lines));
      count += meet(near, 0, near.length, at, seen);
    }
    counts.push(Math.max(count, crowd) + (inSnapshots.get(id) ?? 0));
  }
  return counts;
}

/** How many of `others[first]` up to `others[end]` were not counted for `at` yet, itself aside. */
function meet(others: ArrayLike<number>, first: number, end: number, at: number, seen: Int32Array): number {
  let count = 0;
  for (let i = first; i < end; i++) {
    const other = others[i] as number;
    if (other === at || seen[other] === at) continue;
    seen[other] = at;
    count += 1;
  }
  return count;
}

function filesOf(segments: readonly WorkingSegment[]): ReadonlyMap<string, readonly number[]> {
  const files = new Map<string, number[]>();
  for (const [at, { file }] of segments.entries()) {
    if (file === null) continue;
    const there = files.get(file);
    if (there === undefined) files.set(file, [at]);
    else there.push(at);
  }
  return files;
}

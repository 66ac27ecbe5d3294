import type { WorkingSet } from '../context-store.ts';
import { type FileIndex, indexFiles } from '../links/file-index.ts';
import { indexLinks, invertMentions, type LinkIndex } from '../links/link-index.ts';
import type { WorkingSegment } from '../segment.ts';

/**
 * Max segments sharing a key or file that are counted one by one. Larger groups are counted as a whole, because 100 or
 * 300 references weigh about the same.
 */
const ONE_BY_ONE = 100;

/**
 * Counts the references to each segment. Another working segment counts once if it mentions the segment's id, its file
 * or a symbol that it defines, or if it shows overlapping lines of the same file. Each snapshot that holds the segment
 * counts too.
 */
export function countReferences(
  { segments, inSnapshots }: Pick<WorkingSet, 'segments' | 'inSnapshots'>,
  links: LinkIndex = indexLinks(segments),
  files: FileIndex = indexFiles(segments),
): Int32Array {
  const { provided, providedFrom } = links;
  const { by, from } = invertMentions(links);
  // For each segment, the last one that it was counted for, so that it counts once.
  const seen = new Int32Array(segments.length).fill(-1);
  const counts = new Int32Array(segments.length);
  for (let at = 0; at < segments.length; at++) {
    let count = 0;
    let crowd = 0;
    for (let i = providedFrom[at] as number; i < (providedFrom[at + 1] as number); i++) {
      const key = provided[i] as number;
      const first = from[key] as number;
      const end = from[key + 1] as number;
      if (end - first > ONE_BY_ONE) crowd = Math.max(crowd, end - first);
      else if (end > first) count += meet(by, first, end, at, seen);
    }
    const file = files.fileOf[at] as number;
    const beside = file < 0 ? 0 : (files.from[file + 1] as number) - (files.from[file] as number);
    if (beside > ONE_BY_ONE) crowd = Math.max(crowd, beside - 1);
    else if (beside > 1) count += meetNear(files, at, seen);
    counts[at] = Math.max(count, crowd);
  }
  if (inSnapshots.size > 0) addSnapshots(counts, segments, inSnapshots);
  return counts;
}

/** Counts those of `others[first]` to `others[end - 1]` that were not yet counted for `at`, excluding `at` itself. */
function meet(others: Int32Array, first: number, end: number, at: number, seen: Int32Array): number {
  let count = 0;
  for (let i = first; i < end; i++) {
    const other = others[i] as number;
    if (other === at || seen[other] === at) continue;
    seen[other] = at;
    count += 1;
  }
  return count;
}

/** Does the same for segments of the same file whose lines overlap those of `at`. */
function meetNear({ fileOf, from, members, starts, ends }: FileIndex, at: number, seen: Int32Array): number {
  const file = fileOf[at] as number;
  const [start, end] = [starts[at] as number, ends[at] as number];
  let count = 0;
  for (let i = from[file] as number; i < (from[file + 1] as number); i++) {
    const other = members[i] as number;
    if ((starts[other] as number) <= end && start <= (ends[other] as number)) {
      count += meet(members, i, i + 1, at, seen);
    }
  }
  return count;
}

function addSnapshots(
  counts: Int32Array,
  segments: readonly WorkingSegment[],
  inSnapshots: ReadonlyMap<string, number>,
): void {
  for (let at = 0; at < segments.length; at++) {
    const held = inSnapshots.get((segments[at] as WorkingSegment).id);
    if (held !== undefined) counts[at] = (counts[at] as number) + held;
  }
}

import type { WorkingSet } from '../context-store.ts';
import { indexLinks, invertMentions, type LinkIndex } from '../links/link-index.ts';
import type { LineRange, WorkingSegment } from '../segment.ts';

/** Above so many that share one key or file, they are counted together in place of one by one: 100 or 300 weigh alike. */
const ONE_BY_ONE = 100;

/** Lines of a file as a whole. */
const ALL: LineRange = { start: 0, end: Infinity };

/** Segments of one file, and their lines: numbers side by side, since each is held against each. */
interface Beside {
  readonly at: readonly number[];
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

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
      const first = from[key] as number;
      const end = from[key + 1] as number;
      if (end - first > ONE_BY_ONE) crowd = Math.max(crowd, end - first);
      else if (end > first) count += meet(by, first, end, at, seen);
    }
    const beside = file === null ? undefined : files.get(file);
    if (beside !== undefined && beside.at.length > ONE_BY_ONE) crowd = Math.max(crowd, beside.at.length - 1);
    else if (beside !== undefined && beside.at.length > 1) count += meetNear(beside, lines ?? ALL, at, seen);
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

/** The same for those of `beside` that have a line of `lines`. */
function meetNear(
  { at: others, starts, ends }: Beside,
  { start, end }: LineRange,
  at: number,
  seen: Int32Array,
): number {
  let count = 0;
  for (let i = 0; i < others.length; i++) {
    if ((starts[i] as number) <= end && start <= (ends[i] as number)) count += meet(others, i, i + 1, at, seen);
  }
  return count;
}

function filesOf(segments: readonly WorkingSegment[]): ReadonlyMap<string, Beside> {
  const files = new Map<string, { readonly at: number[]; readonly starts: number[]; readonly ends: number[] }>();
  for (let at = 0; at < segments.length; at++) {
    const { file, lines } = segments[at] as WorkingSegment;
    if (file === null) continue;
    let there = files.get(file);
    if (there === undefined) {
      there = { at: [], starts: [], ends: [] };
      files.set(file, there);
    }
    there.at.push(at);
    there.starts.push((lines ?? ALL).start);
    there.ends.push((lines ?? ALL).end);
  }
  return files;
}

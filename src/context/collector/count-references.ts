import type { WorkingSet } from '../context-store.ts';
import type { WorkingSegment } from '../segment.ts';
import { overlaps } from './overlap.ts';

/** Above so many that share one key or file, they are counted together in place of one by one: 100 or 300 weigh alike. */
const ONE_BY_ONE = 100;

/**
 * How many others refer to each segment: segments of the working set that mention its id, its file or a symbol that it
 * defines, or that have a line of the same file, each once; and snapshots that hold it.
 */
export function countReferences({
  segments,
  inSnapshots,
}: Pick<WorkingSet, 'segments' | 'inSnapshots'>): readonly number[] {
  const mentioning = mentionsOf(segments);
  const files = filesOf(segments);
  // The last segment that each was counted for.
  const seen = new Int32Array(segments.length).fill(-1);
  const counts: number[] = [];
  for (let at = 0; at < segments.length; at++) {
    const { id, links, file, lines } = segments[at] as WorkingSegment;
    let count = 0;
    let crowd = 0;
    const provided = links[0] ?? 0;
    for (let i = 1; i <= provided; i++) {
      const others = mentioning.get(links[i] as number);
      if (others === undefined) continue;
      if (others.length > ONE_BY_ONE) crowd = Math.max(crowd, others.length);
      else count += meet(others, at, seen);
    }
    const beside = file === null ? undefined : files.get(file);
    if (beside !== undefined && beside.length > ONE_BY_ONE) crowd = Math.max(crowd, beside.length - 1);
    else if (beside !== undefined) {
      const near = beside.filter((other) => overlaps(lines, (segments[other] as WorkingSegment).lines));
      count += meet(near, at, seen);
    }
    counts.push(Math.max(count, crowd) + (inSnapshots.get(id) ?? 0));
  }
  return counts;
}

/** How many of `others` were not counted for `at` yet, itself aside. */
function meet(others: readonly number[], at: number, seen: Int32Array): number {
  let count = 0;
  for (const other of others) {
    if (other === at || seen[other] === at) continue;
    seen[other] = at;
    count += 1;
  }
  return count;
}

/** Who mentions a key, for keys that somebody provides. */
function mentionsOf(segments: readonly WorkingSegment[]): ReadonlyMap<number, readonly number[]> {
  const provided = new Set<number>();
  for (const { links } of segments) for (let i = 1; i <= (links[0] ?? 0); i++) provided.add(links[i] as number);
  const mentioning = new Map<number, number[]>();
  for (let at = 0; at < segments.length; at++) {
    const { links } = segments[at] as WorkingSegment;
    for (let i = (links[0] ?? 0) + 1; i < links.length; i++) {
      const key = links[i] as number;
      if (!provided.has(key)) continue;
      const others = mentioning.get(key);
      if (others === undefined) mentioning.set(key, [at]);
      else others.push(at);
    }
  }
  return mentioning;
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

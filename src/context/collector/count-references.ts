import type { WorkingSet } from '../context-store.ts';
import type { WorkingSegment } from '../segment.ts';
import { overlaps } from './overlap.ts';

/** Above so many that share one key or file, they are counted together in place of one by one: 200 or 300 weigh alike. */
const ONE_BY_ONE = 200;

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
  const seen = new Int32Array(segments.length).fill(-1);
  return segments.map((segment, at) => {
    let count = 0;
    let crowd = 0;
    const meet = (other: number): void => {
      if (other === at || seen[other] === at) return;
      seen[other] = at;
      count += 1;
    };
    const [provided = 0] = segment.links;
    for (let i = 1; i <= provided; i++) {
      const others = mentioning.get(segment.links[i] as number);
      if (others === undefined) continue;
      if (others.length > ONE_BY_ONE) crowd = Math.max(crowd, others.length);
      else for (const other of others) meet(other);
    }
    const beside = segment.file === null ? undefined : files.get(segment.file);
    if (beside !== undefined && beside.length > ONE_BY_ONE) crowd = Math.max(crowd, beside.length - 1);
    else {
      for (const other of beside ?? []) {
        if (overlaps(segment.lines, (segments[other] as WorkingSegment).lines)) meet(other);
      }
    }
    return Math.max(count, crowd) + (inSnapshots.get(segment.id) ?? 0);
  });
}

/** Who mentions a key, for keys that somebody provides. */
function mentionsOf(segments: readonly WorkingSegment[]): ReadonlyMap<number, readonly number[]> {
  const mentioning = new Map<number, number[]>();
  for (const { links } of segments) {
    for (let i = 1; i <= (links[0] ?? 0); i++) {
      const key = links[i] as number;
      if (!mentioning.has(key)) mentioning.set(key, []);
    }
  }
  for (const [at, { links }] of segments.entries()) {
    for (let i = (links[0] ?? 0) + 1; i < links.length; i++) mentioning.get(links[i] as number)?.push(at);
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

import type { WorkingSegment } from '../segment.ts';
import { startsOf } from './starts-of.ts';

/**
 * Groups segments by file. Files are numbered from 0; the segments of file `f` are `members[i]` for `from[f] <= i <
 * from[f + 1]`.
 */
export interface FileIndex {
  /** The file of each segment; -1 for none. */
  readonly fileOf: Int32Array;
  readonly from: Int32Array;
  /** Places of segments, ascending within a file. */
  readonly members: Int32Array;
  /** First and last line of each segment, inclusive; the whole file if it names no lines. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

/** Greater than any line number. */
export const LAST_LINE = 0x7fffffff;

/** Builds the index with one name lookup per segment; everything after that works on numbers. */
export function indexFiles(segments: readonly Pick<WorkingSegment, 'file' | 'lines'>[]): FileIndex {
  const numbers = new Map<string, number>();
  const fileOf = new Int32Array(segments.length).fill(-1);
  const starts = new Int32Array(segments.length);
  const ends = new Int32Array(segments.length).fill(LAST_LINE);
  for (let at = 0; at < segments.length; at++) {
    const { file, lines } = segments[at] as WorkingSegment;
    if (file === null) continue;
    let number = numbers.get(file);
    if (number === undefined) {
      number = numbers.size;
      numbers.set(file, number);
    }
    fileOf[at] = number;
    if (lines === null) continue;
    starts[at] = Math.min(lines.start, LAST_LINE);
    ends[at] = Math.min(lines.end, LAST_LINE);
  }
  return { fileOf, ...groupBy(fileOf, numbers.size), starts, ends };
}

/** Lists places grouped by number, ascending within a group. Places with a negative number are left out. */
function groupBy(numberOf: Int32Array, numbers: number): Pick<FileIndex, 'from' | 'members'> {
  const from = startsOf(numberOf, numbers);
  const next = from.slice();
  const members = new Int32Array(from[numbers] as number);
  for (let at = 0; at < numberOf.length; at++) {
    const number = numberOf[at] as number;
    if (number < 0) continue;
    members[next[number] as number] = at;
    next[number] = (next[number] as number) + 1;
  }
  return { from, members };
}

import type { LineRange } from '../segment.ts';

/** Whether two parts of one file have a line in common; null is all of it. */
export function overlaps(a: LineRange | null, b: LineRange | null): boolean {
  return a === null || b === null || (a.start <= b.end && b.start <= a.end);
}

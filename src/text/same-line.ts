import type { Lines } from './lines.ts';

/** True if two lines are identical apart from line breaks. Both count from 0. */
export function isSameLine(one: Lines, line: number, two: Lines, other: number): boolean {
  const from = one.starts[line] as number;
  const to = one.ends[line] as number;
  const at = two.starts[other] as number;
  if (to - from !== (two.ends[other] as number) - at) return false;
  return one.text.slice(from, to) === two.text.slice(at, at + to - from);
}

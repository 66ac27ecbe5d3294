import type { Lines } from '../lines.ts';

/** Enough of a line to tell what it is. */
const UNITS = 240;

/** The beginning of line `i`: a line may be a megabyte long. */
export function lineHead(lines: Lines, i: number, units: number = UNITS): string {
  const from = lines.starts[i] as number;
  return lines.text.slice(from, Math.min(lines.ends[i] as number, from + units));
}

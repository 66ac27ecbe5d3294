import type { Lines } from '../lines.ts';

/** Enough of a line to tell what it is. */
const UNITS = 240;
/** Colors and the like that a program wrote for a terminal. */
const ESCAPES = new RegExp(`${String.fromCharCode(27)}\\[[\\d;?]*[A-Za-z]`, 'g');
const ESCAPE = String.fromCharCode(27);

/** The beginning of line `i` without its colors: a line may be a megabyte long. */
export function lineHead(lines: Lines, i: number, units: number = UNITS): string {
  const from = lines.starts[i] as number;
  return withoutColors(lines.text.slice(from, Math.min(lines.ends[i] as number, from + units)));
}

/** A line without the colors that a program wrote for a terminal. */
export function withoutColors(line: string): string {
  return line.includes(ESCAPE) ? line.replaceAll(ESCAPES, '') : line;
}

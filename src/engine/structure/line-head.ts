import type { Lines } from '../../text/lines.ts';

/** UTF-16 units of a line that are enough to classify it. */
const UNITS = 240;
/** Terminal escape sequences, e.g. colors. */
const ESCAPES = new RegExp(`${String.fromCharCode(27)}\\[[\\d;?]*[A-Za-z]`, 'g');
const ESCAPE = String.fromCharCode(27);

/** Returns the beginning of line `i` without colors and stamps, because a line may be a megabyte long. */
export function lineHead(lines: Lines, i: number, units: number = UNITS): string {
  const from = lines.starts[i] as number;
  const head = withoutColors(lines.text.slice(from, Math.min(lines.ends[i] as number, from + units)));
  return lines.stamp === undefined ? head : head.replace(lines.stamp, '');
}

/** Removes terminal colors from a line. */
export function withoutColors(line: string): string {
  return line.includes(ESCAPE) ? line.replaceAll(ESCAPES, '') : line;
}

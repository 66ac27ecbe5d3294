import type { Lines } from '../text/lines.ts';

/** Min characters of a part. Shorter parts occur everywhere. */
const MIN_CHARS = 4;
/** Max occurrences of a part to look at. */
const MAX_PLACES = 100;

/** Returns the lines (0-based) on which an occurrence of `part` begins or ends. An edit may replace half a line. */
export function linesWith({ text, starts, count }: Lines, part: string): readonly number[] {
  const lines: number[] = [];
  if (part.trim().length < MIN_CHARS) return lines;
  let at = text.indexOf(part);
  for (let place = 0; at >= 0 && place < MAX_PLACES; place++) {
    lines.push(lineAt(starts, count, at), lineAt(starts, count, at + part.length - 1));
    at = text.indexOf(part, at + part.length);
  }
  return lines;
}

/** Returns the line that contains an offset. */
function lineAt(starts: Int32Array, count: number, offset: number): number {
  let low = 0;
  let high = count - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] as number) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

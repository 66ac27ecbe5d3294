import type { Lines } from '../../../text/lines.ts';

/** Returns the index of line `line` (0-based) among lines and pieces. A number outside the text stays outside it. */
export function placeOf({ pieces, count }: Lines, line: number): number {
  if (pieces === undefined || line < 0) return line;
  return line < pieces.whole.count ? (pieces.firstOf[line] as number) : line - pieces.whole.count + count;
}

import type { Lines } from '../lines.ts';

/** Where line `line` (0-based) stands among lines and pieces of lines. A number beside the text stays beside it. */
export function placeOf({ pieces, count }: Lines, line: number): number {
  if (pieces === undefined || line < 0) return line;
  return line < pieces.whole.count ? (pieces.firstOf[line] as number) : line - pieces.whole.count + count;
}

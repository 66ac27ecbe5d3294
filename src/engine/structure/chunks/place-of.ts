import type { Lines } from '../../../text/lines.ts';

/** Returns the index of line `line` (0-based) among lines and chunks. A number outside the text stays outside it. */
export function placeOf({ chunks, count }: Lines, line: number): number {
  if (chunks === undefined || line < 0) return line;
  return line < chunks.whole.count ? (chunks.firstOf[line] as number) : line - chunks.whole.count + count;
}

import { type Lines, splitLines } from '../lines.ts';
import { cutMatcher } from '../pieces/cut-mark.ts';

const MARKER = /^\(filtered (\d{1,9}) lines(?:: \d+-\d+)?\)$/;

/**
 * The lines, 1-based and ascending, of which a pruned text is made: each of its lines is one of the original's, after
 * the one before it, whole or with marks for what is cut out of it, or a marker for so many left out. Undefined where
 * anything in it is neither, or where it is empty.
 * Line breaks do not count: a swe-pruner loses CRLF.
 */
export function alignLines(original: Lines, pruned: string): number[] | undefined {
  const shown = splitLines(pruned);
  if (shown.count === 0) return undefined;
  const kept: number[] = [];
  let at = 0;
  for (let i = 0; i < shown.count; i++) {
    const line = lineOf(shown, i);
    const marker = MARKER.exec(line);
    // The text may hold a line that looks like a marker.
    if (marker !== null && !(at < original.count && lineOf(original, at) === line)) {
      at += Number(marker[1]);
      if (at > original.count) return undefined;
      continue;
    }
    const isShown = cutMatcher(line);
    while (at < original.count && !isShown(lineOf(original, at))) at++;
    if (at === original.count) return undefined;
    kept.push(++at);
  }
  return kept;
}

function lineOf({ text, starts, ends }: Lines, i: number): string {
  return text.slice(starts[i], ends[i]);
}

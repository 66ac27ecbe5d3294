import { cutMatcher } from '../text/cut-mark.ts';
import { readMarker } from '../text/gap-marker.ts';
import { type Lines, splitLines } from '../text/lines.ts';

/**
 * Returns the lines (1-based, ascending) that make up a pruned text. Each of its lines must be the next one of the
 * original, whole or with marks for cut parts, or a marker for omitted lines. Returns undefined if anything else is
 * in it, or if it is empty. Line breaks are ignored: a swe-pruner loses CRLF.
 */
export function alignLines(original: Lines, pruned: string): number[] | undefined {
  const shown = splitLines(pruned);
  if (shown.count === 0) return undefined;
  const kept: number[] = [];
  let at = 0;
  for (let i = 0; i < shown.count; i++) {
    const line = lineOf(shown, i);
    const marker = readMarker(line);
    // The text may itself contain a line that looks like a marker.
    if (marker !== undefined && !(at < original.count && lineOf(original, at) === line)) {
      at += marker.count;
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

const lineOf = ({ text, starts, ends }: Lines, i: number): string => text.slice(starts[i], ends[i]);

import type { Lines } from '../../text/lines.ts';

/** Max characters per token of a marker in a gap of several lines that is shown; blank lines count 0. */
const PER_TOKEN = 3.4;
/** Tokens of the shortest marker. */
const SHORT_MARKER = 5.3;
/** Max characters of a single line that is shown between kept ones. A log's lines cost many times a marker. */
const SINGLE = 120;

/**
 * Adds gaps to `keep` that are cheaper to show than to mark: a single line between kept ones, and short gaps before a
 * kept line. Exactly the lines still omitted get a marker. One byte a line, 0 if omitted. Without the tokens of a marker,
 * every single line between kept ones is shown.
 */
export function fillShortGaps(lines: Lines, keep: Uint8Array, as = 1, markerTokens?: number): void {
  const { text, starts, ends } = lines;
  const max = (markerTokens ?? SHORT_MARKER) * PER_TOKEN;
  const single = markerTokens === undefined ? Number.POSITIVE_INFINITY : SINGLE;
  let gap = 0; // first line of the gap being walked over
  for (let i = 0; i < lines.count; i++) {
    if (keep[i] === 0) continue;
    const size = i - gap;
    if (size > 0) {
      let fill = size === 1 && gap > 0 && (ends[gap] as number) - (starts[gap] as number) <= single;
      if (!fill) {
        let units = 0;
        for (let k = gap; k < i && units <= max; k++) units += unitsOf(text, starts[k] as number, ends[k] as number);
        fill = units <= max;
      }
      if (fill) keep.fill(as, gap, i);
    }
    gap = i + 1;
  }
}

function unitsOf(text: string, from: number, to: number): number {
  for (let i = from; i < to; i++) {
    const c = text.charCodeAt(i);
    if (c !== 32 && c !== 9) return to - from;
  }
  return 0;
}

import type { Lines } from '../../text/lines.ts';

/** Max characters per token of a marker in a gap of several lines that is shown; blank lines count 0. */
const PER_TOKEN = 3.4;
/** Tokens of the shortest marker. */
const SHORT_MARKER = 5.3;

/**
 * Adds gaps to `keep` that are cheaper to show than to mark: a single line between kept ones, and short gaps before a
 * kept line. Exactly the lines still omitted get a marker. One byte a line, 0 if omitted.
 */
export function fillShortGaps(lines: Lines, keep: Uint8Array, as = 1, markerTokens = SHORT_MARKER): void {
  const { text, starts, ends } = lines;
  const max = markerTokens * PER_TOKEN;
  let gap = 0; // first line of the gap being walked over
  for (let i = 0; i < lines.count; i++) {
    if (keep[i] === 0) continue;
    const size = i - gap;
    if (size > 0) {
      let fill = size === 1 && gap > 0;
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

import type { MarkerStyle } from '../text/gap-marker.ts';
import { type KnownRun, knownMarker, marker } from '../text/gap-marker.ts';
import type { Lines } from '../text/lines.ts';
import { type CutLine, showRun } from './pieces/cut-line.ts';
import { unmatchedNotice } from './unmatched.ts';

/** A gap of several lines is shown if it has at most this many characters; blank lines count 0. */
const SHORT_GAP = 18;

export interface Rendered {
  readonly text: string;
  /** Every line shown, 1-based, ascending. */
  readonly keptLines: readonly number[];
}

/**
 * Adds gaps to `keep` that are cheaper to show than to mark: a single line between kept ones, and short gaps before a
 * kept line. Exactly the lines still omitted get a marker. One byte a line, 0 if omitted.
 */
export function fillShortGaps(lines: Lines, keep: Uint8Array, as = 1): void {
  const { text, starts, ends } = lines;
  let gap = 0; // first line of the gap being walked over
  for (let i = 0; i < lines.count; i++) {
    if (keep[i] === 0) continue;
    const size = i - gap;
    if (size > 0) {
      let fill = size === 1 && gap > 0;
      if (!fill) {
        let units = 0;
        for (let k = gap; k < i && units <= SHORT_GAP; k++)
          units += unitsOf(text, starts[k] as number, ends[k] as number);
        fill = units <= SHORT_GAP;
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

export interface RenderOptions {
  /** Number of the text's first line in its own file. Default: 1. */
  readonly firstLine?: number | undefined;
  readonly unmatched?: boolean | undefined;
  /** Omitted lines that were given before, in text order. Default: none. */
  readonly known?: readonly KnownRun[] | undefined;
  /** Kept lines that are shown only in part. */
  readonly cuts?: readonly CutLine[] | undefined;
}

/**
 * Renders the kept lines byte for byte with their own line breaks, and a marker line for every gap and known run.
 * Ends with a line break only if the text does. A cut line has a mark for each omitted part. `unmatched` adds a last
 * line saying that this is an outline.
 */
export function render(
  lines: Lines,
  keep: Uint8Array,
  style: MarkerStyle,
  { firstLine = 1, unmatched = false, known = [], cuts = [] }: RenderOptions = {},
): Rendered {
  const { text, count, starts, ends } = lines;
  const cutLines = new Map(cuts.map((cut) => [cut.line - 1, cut]));
  const keptLines: number[] = [];
  const parts: string[] = [];
  let next = 0;
  let i = 0;
  while (i < count) {
    const from = i;
    if (keep[i] !== 0) {
      while (i < count && keep[i] !== 0) keptLines.push(++i);
      parts.push(showRun(lines, from, i, cutLines));
      continue;
    }
    const run = known[next];
    if (run?.from === from) {
      next++;
      i = run.to;
      parts.push(knownMarker(run, firstLine), text.slice(ends[i - 1], starts[i]));
      continue;
    }
    while (i < count && keep[i] === 0 && i !== run?.from) i++;
    parts.push(marker(from, i - 1, style, firstLine), text.slice(ends[i - 1], starts[i]));
  }
  if (keptLines.length === count && cuts.length === 0) return { text, keptLines };
  if (unmatched) parts.push(unmatchedNotice(text));
  return { text: parts.join(''), keptLines };
}

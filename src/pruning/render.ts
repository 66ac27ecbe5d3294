import { type KnownRun, knownMarker, marker } from './gap-marker.ts';
import type { Lines } from './lines.ts';
import { type CutLine, showRun } from './pieces/cut-line.ts';
import type { MarkerStyle } from './pruner.ts';
import { unmatchedNotice } from './unmatched.ts';

/** A gap of more lines than one is shown as it is while it has no more characters than this; blank lines count 0. */
const SHORT_GAP = 18;

export interface Rendered {
  readonly text: string;
  /** Every line shown, 1-based, ascending. */
  readonly keptLines: readonly number[];
}

/**
 * Adds to `keep` (a byte a line, 0 where it is left out) the gaps that are cheaper to show than to mark: a single line between two kept
 * ones, and short gaps before a kept line. What is left out afterwards is exactly what gets a marker.
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
  /** The number, in its own file, of the text's first line. Default 1. */
  readonly firstLine?: number | undefined;
  readonly unmatched?: boolean | undefined;
  /** Lines of gaps that were given before, in the order of the text. Default: none. */
  readonly known?: readonly KnownRun[] | undefined;
  /** Kept lines of which only parts are shown. */
  readonly cuts?: readonly CutLine[] | undefined;
}

/**
 * The kept lines byte for byte, each with its own line break, and a marker line for every gap and known run. Ends with a line
 * break exactly when the text does. A line that is cut has a mark for what is left out of it. `unmatched` adds a last line that
 * says that this is an outline.
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

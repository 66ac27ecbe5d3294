import { type CutLine, showRun } from '../../text/cut-line.ts';
import type { MarkerStyle } from '../../text/gap-marker.ts';
import { type KnownRun, knownMarker, marker } from '../../text/gap-marker.ts';
import type { Lines } from '../../text/lines.ts';
import { noticeLine } from '../../text/unmatched.ts';
import type { GapOutline } from './gap-outline.ts';

export interface Rendered {
  readonly text: string;
  /** Every line shown, 1-based, ascending. */
  readonly keptLines: readonly number[];
}

export interface RenderOptions {
  /** Number of the text's first line in its own file. Default: 1. */
  readonly firstLine?: number | undefined;
  /** Last line, which says how much of the text matches the question. Default: none. */
  readonly notice?: string | undefined;
  /** Omitted lines that were given before, in text order. Default: none. */
  readonly known?: readonly KnownRun[] | undefined;
  /** Names the content of a gap. Default: nothing is named. */
  readonly outline?: GapOutline | undefined;
  /** Kept lines that are shown only in part. */
  readonly cuts?: readonly CutLine[] | undefined;
}

/**
 * Renders the kept lines byte for byte with their own line breaks, and a marker line for every gap and known run.
 * Ends with a line break only if the text does. A cut line has a mark for each omitted part.
 */
export function render(
  lines: Lines,
  keep: Uint8Array,
  style: MarkerStyle,
  { firstLine = 1, notice, known = [], cuts = [], outline }: RenderOptions = {},
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
    parts.push(marker(from, i - 1, style, firstLine, outline?.(from, i - 1)), text.slice(ends[i - 1], starts[i]));
  }
  if (keptLines.length === count && cuts.length === 0) return { text, keptLines };
  if (notice !== undefined) parts.push(noticeLine(text, notice));
  return { text: parts.join(''), keptLines };
}

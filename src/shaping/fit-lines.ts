import { hardEvidence } from '../pruning/evidence.ts';
import { type Lines, splitLines } from '../pruning/lines.ts';
import type { MarkerStyle } from '../pruning/pruner.ts';
import { marker } from '../pruning/render.ts';
import { atOnce } from '../pruning/steps.ts';
import { cutMiddle } from './cut-text.ts';
import { createMeasure } from './measure.ts';

export interface FitLinesOptions {
  /** UTF-8 bytes that the text may take as a JSON string, quotes included. */
  readonly bytes: number;
  /** The number of the text's first line. Default 1. */
  readonly firstLine?: number | undefined;
  /** Default `ranges`. */
  readonly markers?: MarkerStyle | undefined;
}

export interface FittedLines {
  readonly text: string;
  readonly shownLines: number;
  readonly totalLines: number;
}

/** Share of the room for lines that tell of errors, and of the rest for the first lines: the last say how it went. */
const EVIDENCE_SHARE = 0.4;
const HEAD_SHARE = 0.5;
/** A line that takes more of the room than this is cut in its middle. */
const LONGEST_SHARE = 0.25;

const measure = createMeasure('plain');

/**
 * A text within a budget: its first and last lines and those that tell of errors, a marker for every gap. A text that
 * fits comes back as it is; where not even a marker fits, the empty text.
 */
export function fitLines(text: string, options: FitLinesOptions): FittedLines {
  const { bytes, firstLine = 1, markers = 'ranges' } = options;
  const lines = splitLines(text);
  const { count } = lines;
  if (measure.string(text) <= bytes) return { text, shownLines: count, totalLines: count };
  const gap = (from: number, to: number): string => marker(from, to, markers, firstLine);
  const gapBytes = measure.string(`${gap(count, 2 * count)}\r\n`);
  const shown = choose(lines, bytes, gapBytes);
  if (shown.size === 0 && gapBytes > bytes) return { text: '', shownLines: 0, totalLines: count };
  return { text: join(lines, shown, gap), shownLines: shown.size, totalLines: count };
}

/** Lines to show, by their place: as they are, or cut where they are long. */
function choose(lines: Lines, bytes: number, gapBytes: number): ReadonlyMap<number, string> {
  const { count } = lines;
  const shown = new Map<number, string>();
  const longest = count === 1 ? bytes : bytes * LONGEST_SHARE;
  let room = bytes - 2 - (count === 1 ? 0 : gapBytes);

  /** The bytes that a line took, 0 where it does not fit. */
  const take = (i: number, within: number): number => {
    if (shown.has(i)) return 0;
    const line = shorten(lineAt(lines, i), longest);
    const apart = shown.has(i - 1) || shown.has(i + 1) || i === 0 || i === count - 1 ? 0 : gapBytes;
    const cost = measure.string(line) - 2 + apart;
    if (cost > Math.min(room, within)) return 0;
    shown.set(i, line);
    room -= cost;
    return cost;
  };

  const evidence = atOnce(hardEvidence(lines, 'log', false));
  for (let i = 0, left = room * EVIDENCE_SHARE; i < count && left > 0; i++) {
    if (evidence[i] === 1) left -= take(i, left);
  }
  let [head, tail, spentHead, spentTail] = [0, count - 1, 0, 0];
  for (let stuck = 0; stuck < 2 && head <= tail; ) {
    // Where one side has no room for its next line, the other may.
    const first = spentHead * (1 - HEAD_SHARE) <= spentTail * HEAD_SHARE === (stuck === 0);
    const i = first ? head : tail;
    const known = shown.has(i);
    const cost = take(i, room);
    if (cost === 0 && !known) {
      stuck++;
      continue;
    }
    stuck = 0;
    if (first) {
      head++;
      spentHead += cost;
    } else {
      tail--;
      spentTail += cost;
    }
  }
  return shown;
}

function join(lines: Lines, shown: ReadonlyMap<number, string>, gap: (from: number, to: number) => string): string {
  const { text, starts, ends, count } = lines;
  const parts: string[] = [];
  for (let i = 0; i < count; ) {
    const line = shown.get(i);
    if (line !== undefined) {
      parts.push(line);
      i++;
      continue;
    }
    const from = i;
    while (i < count && !shown.has(i)) i++;
    parts.push(gap(from, i - 1), text.slice(ends[i - 1], starts[i]));
  }
  return parts.join('');
}

/** A line with its line break. */
function lineAt({ text, starts }: Lines, i: number): string {
  return text.slice(starts[i], starts[i + 1]);
}

function shorten(line: string, bytes: number): string {
  if (measure.string(line) <= bytes) return line;
  const end = /\r?\n$|\r$/.exec(line)?.[0] ?? '';
  const room = { chars: Number.MAX_SAFE_INTEGER, bytes: bytes - 4 };
  return `${cutMiddle(line.slice(0, line.length - end.length), room, measure) ?? '…'}${end}`;
}

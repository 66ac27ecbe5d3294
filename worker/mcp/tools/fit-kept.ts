import { type Lines, splitLines } from '../../../src/pruning/lines.ts';
import { marker } from '../../../src/pruning/render.ts';
import { cutMiddle } from '../../../src/shaping/cut-text.ts';
import { createMeasure } from '../../../src/shaping/measure.ts';
import type { Measured } from '../../../src/wire/measured.ts';

export interface FitKeptOptions {
  /** UTF-8 bytes that the text may take as a JSON string, quotes included. */
  readonly bytes: number;
  /** The number of the text's first line. */
  readonly firstLine: number;
}

export interface FittedKept {
  readonly text: string;
  readonly shownLines: number;
}

/** Share of the room for lines that are kept whatever the question: errors, stack frames, failing tests. */
const EVIDENCE_SHARE = 0.4;
/** A line that takes more of the room than this is cut in its middle. */
const LONGEST_SHARE = 0.25;
/** Lines in a row without room after which no further one is tried. */
const MOST_MISSES = 100;

const measure = createMeasure('plain');

/**
 * Of a pruned text's lines those that answer best, as many as fit, and a marker for every gap in the text that was sent:
 * what one prune left out and what did not fit are one gap, by the numbers of the same lines. Undefined where the lines
 * of `measured` are not those of `raw` as an editor counts them.
 */
export function fitKept(raw: string, measured: Measured, options: FitKeptOptions): FittedKept | undefined {
  const lines = splitLines(raw);
  if (lines.count !== measured.lineCount) return undefined;
  const gap = (from: number, to: number): string => marker(from, to, 'ranges', options.firstLine);
  const gapBytes = measure.string(`${gap(lines.count, 2 * lines.count)}\r\n`);
  const shown = choose(lines, measured, options.bytes, gapBytes);
  return { text: join(lines, shown, gap), shownLines: shown.size };
}

function choose(
  lines: Lines,
  { keptLines, scores, reasons }: Measured,
  bytes: number,
  gapBytes: number,
): ReadonlyMap<number, string> {
  const shown = new Map<number, string>();
  const longest = bytes * LONGEST_SHARE;
  let room = bytes - 2 - gapBytes;

  /** The bytes that a line took, 0 where it does not fit. */
  const take = (i: number, within: number): number => {
    const line = shorten(lineAt(lines, i), longest);
    const apart = shown.has(i - 1) || shown.has(i + 1) ? 0 : gapBytes;
    const cost = measure.string(line) - 2 + apart;
    if (cost > Math.min(room, within)) return 0;
    shown.set(i, line);
    room -= cost;
    return cost;
  };

  const takeAll = (order: readonly number[], most: number): void => {
    let left = most;
    for (let n = 0, misses = 0; n < order.length && misses < MOST_MISSES; n++) {
      const cost = take(order[n] as number, left);
      left -= cost;
      misses = cost > 0 ? 0 : misses + 1;
    }
  };

  const kept = keptLines.map((line) => line - 1);
  takeAll(
    kept.filter((_, n) => reasons[n] === 'evidence'),
    room * EVIDENCE_SHARE,
  );
  const rest = kept.filter((i) => !shown.has(i)).sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
  takeAll(rest, room);
  return shown;
}

function join(lines: Lines, shown: ReadonlyMap<number, string>, gap: (from: number, to: number) => string): string {
  const parts: string[] = [];
  let next = 0;
  const leaveOut = (to: number): void => {
    if (to > next) parts.push(gap(next, to - 1), lines.text.slice(lines.ends[to - 1], lines.starts[to]));
  };
  for (const i of [...shown.keys()].sort((a, b) => a - b)) {
    leaveOut(i);
    parts.push(shown.get(i) as string);
    next = i + 1;
  }
  leaveOut(lines.count);
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

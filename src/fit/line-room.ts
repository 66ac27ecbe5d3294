import { createMeasure } from '../base/json/measure.ts';
import { type CutLine, showRun } from '../text/cut-line.ts';
import { cutMiddle } from '../text/cut-text.ts';
import type { MarkerStyle } from '../text/gap-marker.ts';
import { marker } from '../text/gap-marker.ts';
import type { Lines } from '../text/lines.ts';

export interface LineRoomOptions {
  /** Max UTF-8 bytes of the text as a JSON string, quotes included. */
  readonly bytes: number;
  /** Number of the text's first line. */
  readonly firstLine: number;
  readonly markers: MarkerStyle;
  /** Lines that a question keeps only in part. */
  readonly cuts?: readonly CutLine[] | undefined;
}

/** A budget filled with lines of a text, in any order; the other lines become gaps with a marker each. */
export interface LineRoom {
  /** Bytes left. */
  readonly left: number;
  /** Lines taken. */
  readonly size: number;
  /** True if the line (0-based) is taken. */
  has(line: number): boolean;
  /**
   * Takes a line if it fits, also into `within` bytes. Returns the bytes used; 0 if it did not fit or was already
   * taken.
   */
  take(line: number, within?: number): number;
  /** Returns the lines taken, byte for byte except for the middle of long ones, and the markers. */
  text(): string;
}

/** Max share of the room for one line; longer lines are cut in the middle. Fewer than four lines share all of it. */
const LONGEST_SHARE = 0.25;

const measure = createMeasure('plain');

/** Creates an empty room. Undefined if not even the marker of one gap fits. */
export function createLineRoom(lines: Lines, options: LineRoomOptions): LineRoom | undefined {
  const { bytes, firstLine, markers, cuts = [] } = options;
  const { text, count, starts, ends } = lines;
  const cutLines = new Map(cuts.map((cut) => [cut.line - 1, cut]));
  const gap = (from: number, to: number): string => marker(from, to, markers, firstLine);
  const gapBytes = measure.string(`${gap(count, 2 * count)}\r\n`);
  const alone = count === 1;
  if (!alone && gapBytes > bytes) return undefined;
  const shown = new Map<number, string>();
  let left = bytes - 2 - (alone ? 0 : gapBytes);
  const longest = alone ? bytes : Math.max(bytes * LONGEST_SHARE, (left - gapBytes) / count);

  // An isolated line adds a gap. A line at the text's end does not, because that gap is already counted.
  const isApart = (i: number): boolean => !shown.has(i - 1) && !shown.has(i + 1) && i > 0 && i < count - 1;

  return {
    get left() {
      return left;
    },
    get size() {
      return shown.size;
    },
    has: (i) => shown.has(i),
    take(i, within = left) {
      if (shown.has(i)) return 0;
      const line = shorten(showRun(lines, i, i + 1, cutLines), longest);
      const cost = measure.string(line) - 2 + (isApart(i) ? gapBytes : 0);
      if (cost > Math.min(left, within)) return 0;
      shown.set(i, line);
      left -= cost;
      return cost;
    },
    text() {
      const parts: string[] = [];
      for (let i = 0; i < count; ) {
        const from = i;
        while (i < count && !shown.has(i)) i++;
        if (i > from) parts.push(gap(from, i - 1), text.slice(ends[i - 1], starts[i]));
        else parts.push(shown.get(i++) as string);
      }
      return parts.join('');
    },
  };
}

function shorten(line: string, bytes: number): string {
  if (measure.string(line) <= bytes) return line;
  const end = /\r?\n$|\r$/.exec(line)?.[0] ?? '';
  const room = { chars: Number.MAX_SAFE_INTEGER, bytes: bytes - 4 };
  return `${cutMiddle(line.slice(0, line.length - end.length), room, measure) ?? '…'}${end}`;
}

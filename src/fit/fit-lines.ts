import { createMeasure } from '../base/json/measure.ts';
import { hardEvidence } from '../engine/structure/evidence.ts';
import { atOnce, type CooperativeTask } from '../text/cooperative-task.ts';
import type { MarkerStyle } from '../text/gap-marker.ts';
import { type Lines, splitLines } from '../text/lines.ts';
import { createLineRoom, type LineRoom } from './line-room.ts';

export interface FitLinesOptions {
  /** Max UTF-8 bytes of the text as a JSON string, quotes included. */
  readonly bytes: number;
  /** Number of the text's first line. Default 1. */
  readonly firstLine?: number | undefined;
  /** Default `ranges`. */
  readonly markers?: MarkerStyle | undefined;
}

export interface FittedLines {
  readonly text: string;
  readonly shownLines: number;
  readonly totalLines: number;
}

/**
 * Share of the room for lines that report errors, and of the rest for the first lines. The last lines show the outcome.
 */
const EVIDENCE_SHARE = 0.4;
const HEAD_SHARE = 0.5;

const ANY_OUTPUT = { kind: 'log', evidence: { errors: true } } as const;

const measure = createMeasure('plain');

/**
 * Fits a text into a budget: its first and last lines and those that report errors, with a marker for every gap. A text
 * that fits is returned unchanged; if not even a marker fits, the result is empty.
 */
export const fitLines = (text: string, options: FitLinesOptions): FittedLines => atOnce(fitLinesSteps(text, options));

/** Does the same in steps. */
export function* fitLinesSteps(
  text: string,
  { bytes, firstLine = 1, markers = 'ranges' }: FitLinesOptions,
): CooperativeTask<FittedLines> {
  const lines = splitLines(text);
  const totalLines = lines.count;
  if (text.length < bytes && measure.string(text) <= bytes) return { text, shownLines: totalLines, totalLines };
  const room = createLineRoom(lines, { bytes, firstLine, markers });
  if (room === undefined) return { text: '', shownLines: 0, totalLines };
  const evidence = yield* hardEvidence({ lines, policy: ANY_OUTPUT });
  let left = room.left * EVIDENCE_SHARE;
  for (let i = 0; i < lines.count && left > 0; i++) if (evidence[i] === 1) left -= room.take(i, left);
  takeEnds(lines, room);
  return { text: room.text(), shownLines: room.size, totalLines };
}

function takeEnds({ count }: Lines, room: LineRoom): void {
  const head = { next: 0, spent: 0 };
  const tail = { next: count - 1, spent: 0 };
  for (let stuck = 0; stuck < 2 && head.next <= tail.next; ) {
    const first = head.spent * (1 - HEAD_SHARE) <= tail.spent * HEAD_SHARE;
    // If one side has no room for its next line, the other may.
    const side = first === (stuck === 0) ? head : tail;
    const known = room.has(side.next);
    const cost = room.take(side.next);
    stuck = cost > 0 || known ? 0 : stuck + 1;
    if (stuck > 0) continue;
    side.spent += cost;
    side.next += side === head ? 1 : -1;
  }
}

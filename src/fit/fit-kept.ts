import type { CutLine } from '../text/cut-line.ts';
import { splitLines } from '../text/lines.ts';
import { createLineRoom, type LineRoom } from './line-room.ts';

/** A pruned text, as the pruning endpoint measures it. Lines are 1-based. */
interface PrunedLines {
  readonly lineCount: number;
  readonly keptLines: readonly number[];
  readonly cutLines?: readonly CutLine[] | undefined;
  /** Score per line, 0..1. */
  readonly scores: readonly number[];
  /** Reason per kept line. */
  readonly reasons: readonly string[];
}

export interface FitKeptOptions {
  /** Max UTF-8 bytes of the text as a JSON string, quotes included. */
  readonly bytes: number;
  /** Number of the text's first line. */
  readonly firstLine: number;
}

export interface FittedKept {
  readonly text: string;
  readonly shownLines: number;
}

/** Share of the room for lines kept regardless of the question: errors, stack frames, failing tests. */
const EVIDENCE_SHARE = 0.4;
/** Consecutive lines that did not fit, after which the search stops. */
const MAX_MISSES = 100;

/**
 * Selects the best lines of a pruned text that fit, with a marker for every gap in the original. Lines that pruning
 * removed and lines that did not fit form one gap, because both use the original's line numbers. Undefined if the lines
 * of `measured` are not those of `raw` as an editor counts them.
 */
export function fitKept(raw: string, measured: PrunedLines, options: FitKeptOptions): FittedKept | undefined {
  const lines = splitLines(raw);
  if (lines.count !== measured.lineCount) return undefined;
  const room = createLineRoom(lines, { ...options, markers: 'ranges', cuts: measured.cutLines });
  if (room === undefined) return { text: '', shownLines: 0 };
  const { scores, reasons } = measured;
  const kept = measured.keptLines.map((line) => line - 1);
  const evidence = kept.filter((_, n) => reasons[n] === 'evidence');
  takeInOrder(room, evidence, room.left * EVIDENCE_SHARE);
  const best = kept.filter((i) => !room.has(i)).sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
  takeInOrder(room, best, room.left);
  return { text: room.text(), shownLines: room.size };
}

function takeInOrder(room: LineRoom, order: readonly number[], max: number): void {
  let left = max;
  for (let n = 0, misses = 0; n < order.length && misses < MAX_MISSES; n++) {
    const cost = room.take(order[n] as number, left);
    left -= cost;
    misses = cost > 0 ? 0 : misses + 1;
  }
}

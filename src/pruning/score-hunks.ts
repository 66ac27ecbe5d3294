import { COMMIT, diffHeaders, HUNK } from './diff-headers.ts';
import type { Lines } from './lines.ts';
import { headersByLine } from './pieces/apart.ts';
import { type LineScores, Reason } from './scorer.ts';

/** Weight of a score that a line has only from what stands near: the hunk or the file beside it may be meant. */
const NEAR = 0.5;
/** Share of a score that the name of its file gives a hunk; the rest is its own. */
const NAMED = 0.6;

/** Lines of a hunk above which it may be cut: a new file is one hunk. */
const MAX_LINES = 80;

/**
 * Gives all lines of a hunk the score of its best one, since half a change says something else than the change, and a
 * share of the best score that its file's header has: who asks for a file by its name wants its changes.
 */
export function scoreHunks({ scores, reasons }: Pick<LineScores, 'scores' | 'reasons'>, lines: Lines): void {
  const headers = headersByLine(lines, diffHeaders(lines.pieces?.whole ?? lines));
  const isAt = (i: number, pattern: RegExp): boolean => pattern.test(lines.text.slice(lines.starts[i], lines.ends[i]));
  const isNear = (i: number): boolean => reasons[i] === Reason.neighbour;
  for (let from = 0; from < lines.count; from++) {
    // A file's header encloses the line after it just as a hunk's line does, and belongs to no hunk.
    if (!isAt(from, HUNK)) continue;
    let own = 0;
    let to = from;
    do {
      own = Math.max(own, (scores[to] as number) * (isNear(to) ? NEAR : 1));
      to++;
    } while (headers[to] === from);
    let named = 0;
    for (let at = headers[from] as number; at >= 0 && !isAt(at, COMMIT); at = headers[at] as number) {
      if (!isNear(at)) named = Math.max(named, scores[at] as number);
    }
    // Of two hunks with one score each stays together: the earlier one comes first.
    if (to - from <= MAX_LINES) scores.fill(Math.max(own, NAMED * named + (1 - NAMED) * own), from, to);
    else scoreWithin(scores, from, to, named);
  }
}

/** Scores the lines of a hunk each for itself, and its first line as the best of them. */
function scoreWithin(scores: Float32Array, from: number, to: number, named: number): void {
  let best = 0;
  for (let i = from; i < to; i++) {
    const own = scores[i] as number;
    best = Math.max(best, own);
    scores[i] = Math.max(own, NAMED * named + (1 - NAMED) * own);
  }
  scores[from] = Math.max(scores[from] as number, best);
}

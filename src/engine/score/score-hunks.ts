import type { Lines } from '../../text/lines.ts';
import { headersByLine } from '../structure/chunks/separate-chunks.ts';
import { COMMIT, diffHeaders, HUNK } from '../structure/diff-headers.ts';
import { type LineScores, Reason } from './scorer.ts';

/** Weight of a score that comes only from nearby lines: the neighboring hunk or file may be meant. */
const NEAR = 0.5;
/** Share of a hunk's score that comes from its file's name. */
const NAMED = 0.6;

/** Max lines of a hunk that is not cut. A new file is one hunk. */
const MAX_LINES = 80;

/**
 * Gives all lines of a hunk the score of its best one, because half a change reads differently than the whole. Adds a
 * share of its file header's best score, because a question that names a file wants its changes.
 */
export function scoreHunks({ scores, reasons }: Pick<LineScores, 'scores' | 'reasons'>, lines: Lines): void {
  const headers = headersByLine(lines, diffHeaders(lines.chunks?.whole ?? lines));
  const isAt = (i: number, pattern: RegExp): boolean => pattern.test(lines.text.slice(lines.starts[i], lines.ends[i]));
  const isNear = (i: number): boolean => reasons[i] === Reason.neighbour;
  for (let from = 0; from < lines.count; from++) {
    // A file's header also encloses the line after it, but belongs to no hunk.
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
    // With equal scores, each hunk stays together and the earlier one comes first.
    if (to - from <= MAX_LINES) scores.fill(Math.max(own, NAMED * named + (1 - NAMED) * own), from, to);
    else scoreWithin(scores, from, to, named);
  }
}

/** Scores the lines of a hunk separately, and its first line as the best of them. */
function scoreWithin(scores: Float32Array, from: number, to: number, named: number): void {
  let best = 0;
  for (let i = from; i < to; i++) {
    const own = scores[i] as number;
    best = Math.max(best, own);
    scores[i] = Math.max(own, NAMED * named + (1 - NAMED) * own);
  }
  scores[from] = Math.max(scores[from] as number, best);
}

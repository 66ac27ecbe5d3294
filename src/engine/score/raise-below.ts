import { type CooperativeTask, parts } from '../../text/cooperative-task.ts';
import type { Lines } from '../../text/lines.ts';
import { lineHead } from '../structure/line-head.ts';
import { DEFAULT_THRESHOLD, type LineScores, Reason } from './scorer.ts';

/** A label alone on its line: its value is below. */
const LABEL = /^\s*(?:<(?:th|dt|key|label)\b[^>]*>.*<\/|\S.{0,80}:\s*$)/i;
/** Cost of the scan, as a share of the cost of counting tokens. */
const SHARE = 0.05;

/** Gives the line below a label that answers the label's score. */
export function* raiseBelow(lines: Lines, { scores, reasons }: LineScores): CooperativeTask<void> {
  yield* parts(lines, SHARE, (from, to) => {
    for (let i = from; i < Math.min(to, lines.count - 1); i++) {
      const own = scores[i] as number;
      if (own < DEFAULT_THRESHOLD || reasons[i] !== Reason.match || !LABEL.test(lineHead(lines, i))) continue;
      if ((scores[i + 1] as number) >= own || LABEL.test(lineHead(lines, i + 1))) continue;
      scores[i + 1] = own;
      reasons[i + 1] = Reason.block;
    }
  });
}

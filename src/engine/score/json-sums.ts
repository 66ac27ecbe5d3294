import { type CooperativeTask, parts } from '../../text/cooperative-task.ts';
import type { Lines } from '../../text/lines.ts';
import { lineHead } from '../structure/line-head.ts';
import type { Structure } from '../structure/structure.ts';
import { type LineScores, Reason } from './scorer.ts';

const AMOUNT = /\bhow (?:many|much)\b|\b(?:number|amount|count|sum|total) of\b|\btotals?\b|\baltogether\b/i;
const SUM = /^\s*"[^"]{1,60}"\s*:\s*-?\d+(?:\.\d+)?,?\s*$/;
const OPENS_OBJECT = /\{\s*$/;
/** Max objects around a sum, and max sums. Anything beyond is data. */
const MAX_DEPTH = 3;
const MAX_SUMS = 24;
/** Score of a sum, and the cost of finding sums as a share of the cost of counting tokens. */
const SCORE = 0.8;
const SHARE = 0.15;

/** Raises JSON numbers outside lists for a question of amount. Reporters put the sums of their lists there. */
export function* raiseSums(
  lines: Lines,
  { policy, headers }: Pick<Structure, 'policy' | 'headers'>,
  found: { -readonly [K in keyof LineScores]: LineScores[K] },
  question: string,
): CooperativeTask<void> {
  if (policy.kind !== 'json' || headers === undefined || !AMOUNT.test(question)) return;
  const sums: number[] = [];
  yield* parts(lines, SHARE, (from, to) => {
    for (let i = from; i < to && sums.length <= MAX_SUMS; i++)
      if (isInObjects(lines, headers, i) && SUM.test(lineHead(lines, i))) sums.push(i);
  });
  if (sums.length > MAX_SUMS) return;
  for (const i of sums) {
    found.scores[i] = Math.max(found.scores[i] as number, SCORE);
    found.reasons[i] = Reason.match;
  }
}

/** True for a line that is enclosed by at most a few objects and nothing else. */
function isInObjects(lines: Lines, headers: Int32Array, line: number): boolean {
  let depth = 0;
  for (let at = headers[line] as number; at >= 0; at = headers[at] as number, depth++)
    if (depth === MAX_DEPTH || !OPENS_OBJECT.test(lines.text.slice(lines.starts[at], lines.ends[at]))) return false;
  return depth > 0;
}

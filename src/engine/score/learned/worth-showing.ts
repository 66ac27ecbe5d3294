import type { CooperativeTask } from '../../../text/cooperative-task.ts';
import type { Lines } from '../../../text/lines.ts';
import { DEFAULT_THRESHOLD } from '../scorer.ts';

/** Number of score steps that are distinguished. */
const STEPS = 4096;
/** Value of an answer that certainly helps, in characters. Showing that many more would cost as much as it helps. */
const WORTH = 7_000;
/** Characters of the best lines that are always shown, because the question's words may know more than the session. */
const MIN_SHOWN = 2000;
/** Parameters of the chance that a text has a needed line. It rises with the sum of its lines' risks. */
const LIKELY = { factor: 0.6, power: 0.6 } as const;

/**
 * Returns the score from which lines are shown for a question. More lines are shown if they are likelier needed and
 * shorter: nearly all of a short text, the best lines of a long one. `risks` is how likely each line is needed, 0..1.
 */
export function* worthShowing(
  { starts, count }: Lines,
  scores: Float32Array,
  risks: Float32Array,
): CooperativeTask<number> {
  yield count;
  const chars = new Float64Array(STEPS + 1);
  const needs = new Float64Array(STEPS + 1);
  let needed = 0;
  for (let line = 0; line < count; line++) {
    const step = Math.floor((scores[line] as number) * STEPS);
    chars[step] = (chars[step] as number) + (starts[line + 1] as number) - (starts[line] as number);
    needs[step] = (needs[step] as number) + (risks[line] as number);
    needed += risks[line] as number;
  }
  const likely = 1 - Math.exp(-LIKELY.factor * needed ** LIKELY.power);
  let shown = 0;
  let recalled = 0;
  let best = 0;
  let threshold = 1;
  for (let step = STEPS; step >= 0; step--) {
    if (chars[step] === 0) continue;
    shown += chars[step] as number;
    recalled += needs[step] as number;
    // The guaranteed minimum ends before the step that would exceed it.
    if (step / STEPS >= DEFAULT_THRESHOLD && shown <= MIN_SHOWN) threshold = step / STEPS;
    const share = needed > 0 ? recalled / needed : 0;
    // Any needed line leads to the rest, so the first lines help more than the last.
    const worth = (likely * (share + Math.sqrt(share))) / 2 - shown / WORTH;
    if (worth < best) continue;
    best = worth;
    threshold = step / STEPS;
  }
  return threshold;
}

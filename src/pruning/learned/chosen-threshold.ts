import type { Lines } from '../lines.ts';
import { DEFAULT_THRESHOLD } from '../scorer.ts';
import type { Steps } from '../steps.ts';

/** The most that an answer shows of a text, in characters: who asks does not want all of it. */
const MAX_SHARE = 0.5;
/** The least that it shows of what the text is expected to have that is needed. */
const MIN_RECALL = 0.2;
/** Scores are told apart so far. */
const STEPS = 512;

/**
 * From where on lines are kept: the default threshold; lower where too little of what is needed would be kept, since
 * nothing in the text stands out, and higher where too much of the text would.
 */
export function* chosenThreshold({ starts, count }: Lines, scores: Float32Array, risks: Float32Array): Steps<number> {
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
  let shown = 0;
  let recalled = 0;
  for (let step = STEPS; step >= 0; step--) {
    shown += chars[step] as number;
    if (shown > MAX_SHARE * (starts[count] as number)) return (step + 1) / STEPS;
    recalled += needs[step] as number;
    if (step / STEPS <= DEFAULT_THRESHOLD && recalled >= MIN_RECALL * needed) return step / STEPS;
  }
  return 0;
}

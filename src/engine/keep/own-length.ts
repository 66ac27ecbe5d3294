import type { CooperativeTask } from '../../text/cooperative-task.ts';
import { byBudget, byThreshold, cost, evenGains, Kept, runsAt, type Selection } from './select.ts';

/**
 * Price of a token, as a share of all gains, for a text of one token. It falls with the text's length, but slower than
 * the length grows. So nearly all of a short text is shown, and the best lines of a long one. See
 * docs/learned-scorer.md for what other prices show.
 */
const PRICE = 0.11;
const POWER = 0.75;
/** Max tokens, as a multiple of those of the lines that reach the threshold. Many lines of little gain are no answer. */
const MOST = 2;
/**
 * Share of a question's words below which a text may answer in other words, and the factor for the price of its tokens.
 */
const FAINT = { score: 0.25, price: 0.7 } as const;
/** Share of the best gain that counts as high, and max tokens if most lines with a high gain would be left out. */
const HIGH = 0.5;
const ENOUGH = 4000;

/**
 * Keeps the runs of lines whose gain is worth their tokens; more of a text with a low `score`, 0..1. Without gains, keeps
 * the lines that reach `threshold`.
 */
export function* byGains(from: Selection, threshold: number, score: number): CooperativeTask<Uint8Array> {
  const { gains, tokens } = from;
  const matching = byThreshold(from, threshold);
  const isFaint = score < FAINT.score;
  if (gains === undefined) return matching;
  yield gains.length * 2;
  let gain = 0;
  let length = 0;
  for (let i = 0; i < gains.length; i++) {
    gain += gains[i] as number;
    length += tokens[i] as number;
  }
  const worth = runsAt(from, evenGains(from, gains), ((isFaint ? FAINT.price : 1) * PRICE * gain) / length ** POWER);
  const matched = cost(from, matching);
  if (!isFaint && cost(from, worth) > MOST * matched) return yield* byBudget(from, MOST * matched, 0);
  return hasBest(gains, worth) ? worth : yield* byBudget(from, Math.min(matched, ENOUGH), 0);
}

/** True if most of the lines with a high gain are kept. Where very many lines are as good, none is worth its tokens. */
function hasBest(gains: Float32Array, keep: Uint8Array): boolean {
  let max = 0;
  for (const gain of gains) max = Math.max(max, gain);
  let best = 0;
  let kept = 0;
  for (let i = 0; i < gains.length; i++) {
    if ((gains[i] as number) < max * HIGH) continue;
    best++;
    if (keep[i] !== Kept.no) kept++;
  }
  return kept * 2 >= best;
}

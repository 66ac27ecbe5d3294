import type { CooperativeTask } from '../../../text/cooperative-task.ts';
import type { Lines } from '../../../text/lines.ts';
import { USUAL_MARKER_TOKENS } from '../../../text/marker-tokens.ts';
import { logistic } from '../logistic.ts';
import { CHANCE } from './weights.ts';

/** Lowest log-odds at which a text may be cut; test/bench/train/fit.py tries the same. */
const FIRST = -5;
const STEP = 0.25;
const CUTS = 21;
/** Characters per token, in code and command output. */
const TOKEN_CHARS = 3.6;
/** Tokens of the notice below a text that is not whole. */
const NOTICE_TOKENS = 45;

export interface LossLimits {
  /** Cost of a lost line in tokens, in addition to the tokens that are read back. */
  readonly price: number;
  /** Max chance that a needed line is lost, 0..1. Default: 1. */
  readonly maxChance?: number | undefined;
}

/**
 * Returns the log-odds below which lines are worth omitting if nobody asked; -Infinity if none are. Weighs the tokens
 * saved against the chance that a needed line is among them. Such a loss costs `price` tokens plus the saved ones,
 * since they are read back. No cut is taken whose chance of a loss is above `maxChance`.
 */
export function* worthLeavingOut(
  { starts, count }: Lines,
  odds: Float32Array,
  { price, maxChance = 1 }: LossLimits,
): CooperativeTask<number> {
  yield count;
  const chars = new Float64Array(CUTS);
  const risks = new Float64Array(CUTS);
  const squares = new Float64Array(CUTS);
  const gaps = new Float64Array(CUTS);
  let before = CUTS;
  for (let line = 0; line < count; line++) {
    const own = odds[line] as number;
    const cut = firstCutAbove(own);
    if (cut < CUTS) {
      const risk = logistic(own);
      chars[cut] = (chars[cut] as number) + (starts[line + 1] as number) - (starts[line] as number);
      risks[cut] = (risks[cut] as number) + risk;
      squares[cut] = (squares[cut] as number) + risk * risk;
      // A gap begins here at every cut that omits this line but not the one before.
      if (cut < before) gaps[cut] = (gaps[cut] as number) + 1;
      if (cut < before && before < CUTS) gaps[before] = (gaps[before] as number) - 1;
    }
    before = cut;
  }
  let best = 0;
  let chosen = Number.NEGATIVE_INFINITY;
  const sums = { chars: 0, risk: 0, squares: 0, gaps: 0 };
  for (let cut = 0; cut < CUTS; cut++) {
    sums.chars += chars[cut] as number;
    sums.risk += risks[cut] as number;
    sums.squares += squares[cut] as number;
    sums.gaps += gaps[cut] as number;
    if (sums.risk === 0) continue;
    const at = FIRST + cut * STEP;
    const spared = sums.chars / TOKEN_CHARS - USUAL_MARKER_TOKENS.ranges * sums.gaps - NOTICE_TOKENS;
    const chance = chanceOfLoss(sums.risk, sums.squares, logistic(at));
    const worth = spared - chance * (spared + price);
    if (spared <= 0 || chance > maxChance || worth <= best) continue;
    best = worth;
    chosen = at;
  }
  return chosen;
}

/** Returns the index of the first cut that omits a line of these odds. */
function firstCutAbove(odds: number): number {
  return Math.max(0, Math.floor((odds - FIRST) / STEP) + 1);
}

/**
 * Estimates the chance that the lines include a needed one, from the sum of their risks, the sum of squared risks,
 * and the greatest risk.
 */
function chanceOfLoss(risks: number, squares: number, greatest: number): number {
  const [ofRisks, ofSquares, ofGreatest, bias] = CHANCE;
  return logistic(ofRisks * Math.log(risks) + ofSquares * Math.log(squares) + ofGreatest * Math.log(greatest) + bias);
}

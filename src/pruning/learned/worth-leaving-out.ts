import type { Lines } from '../lines.ts';
import { logistic } from '../logistic.ts';
import { USUAL_MARKER_TOKENS } from '../saves.ts';
import type { Steps } from '../steps.ts';
import { CHANCE } from './weights.ts';

/** Log-odds at which a text may be cut; test/bench/train/fit.py tries the same. */
const FIRST = -5;
const STEP = 0.25;
const CUTS = 21;
/** Characters of a token, in code and in what commands print. */
const TOKEN_CHARS = 3.6;
/** Tokens of the note below a text that is not whole. */
const NOTICE_TOKENS = 45;

/**
 * The log-odds below which lines are worth leaving out where nobody asked; -Infinity if none are. What is spared is set
 * against the chance that a needed line is among it: that costs `price` tokens, and what was spared, since it is read back.
 */
export function* worthLeavingOut({ starts, count }: Lines, odds: Float32Array, price: number): Steps<number> {
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
      // A gap begins here at every cut that leaves this line out and not the one before.
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
    const worth = spared - chanceOfLoss(sums.risk, sums.squares, logistic(at)) * (spared + price);
    if (spared <= 0 || worth <= best) continue;
    best = worth;
    chosen = at;
  }
  return chosen;
}

/** The number of the first cut at which a line of such odds is left out. */
function firstCutAbove(odds: number): number {
  return Math.max(0, Math.floor((odds - FIRST) / STEP) + 1);
}

/** How likely lines hold one that is needed: by the sum of their risks, that of its squares, and the greatest of them. */
function chanceOfLoss(risks: number, squares: number, greatest: number): number {
  const [ofRisks, ofSquares, ofGreatest, bias] = CHANCE;
  return logistic(ofRisks * Math.log(risks) + ofSquares * Math.log(squares) + ofGreatest * Math.log(greatest) + bias);
}

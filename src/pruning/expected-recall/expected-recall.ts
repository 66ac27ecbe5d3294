import type { Lines } from '../lines.ts';
import { logistic } from '../logistic.ts';
import { RECALL_CURVES } from './recall-curves.ts';

/** Expects what share of the needed lines is among the kept ones, 0..1; `keep` holds 0 for a line left out. */
export type ExpectRecall = (keep: Uint8Array) => number;

/** Who chose the lines: the words of a question, or trees for one of their purposes. */
export type RecallCurve = 'words' | 'question' | 'share' | 'automatic';

/** Nearer to 0 and to 1 nothing is told apart. */
const SHARES = { min: 0.003, max: 0.997 } as const;

/**
 * Expects recall of lines that trees chose, from how likely each line is needed, 0..1: the more of that is shown, and, if a
 * share or a question was asked for, the less likely the likeliest line is that was left out, the more.
 */
export function recallByRisks(risks: Float32Array, curve: Exclude<RecallCurve, 'words'>): ExpectRecall {
  const of = (line: number): number => risks[line] as number;
  // On recordings it told nothing more where nobody asked.
  if (curve === 'automatic') return (keep) => expected(curve, keep, of, 0);
  return (keep) => {
    let leftOut = 0;
    for (let line = 0; line < keep.length; line++) if (keep[line] === 0) leftOut = Math.max(leftOut, of(line));
    return expected(curve, keep, of, logOdds(leftOut));
  };
}

/**
 * Expects recall of lines that the words of a question chose, from their share of the text. On recordings, scores told
 * which lines are better than others, but not how good they are overall.
 */
export function recallByLength({ starts }: Lines): ExpectRecall {
  return (keep) => expected('words', keep, (line) => (starts[line + 1] as number) - (starts[line] as number), 0);
}

/** From the kept share of a sum over all lines, and what tells of those left out, as it came true on recorded sessions. */
function expected(curve: RecallCurve, keep: Uint8Array, of: (line: number) => number, leftOut: number): number {
  let all = 0;
  let kept = 0;
  let isWhole = true;
  for (let line = 0; line < keep.length; line++) {
    const own = of(line);
    all += own;
    if (keep[line] === 0) isWhole = false;
    else kept += own;
  }
  if (isWhole || all === 0) return 1;
  const [byShare, byLeftOut, intercept] = RECALL_CURVES[curve] as readonly [number, number, number];
  return logistic(byShare * logOdds(kept / all) + byLeftOut * leftOut + intercept);
}

function logOdds(chance: number): number {
  const share = Math.min(SHARES.max, Math.max(SHARES.min, chance));
  return Math.log(share / (1 - share));
}

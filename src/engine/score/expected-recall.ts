import type { Lines } from '../../text/lines.ts';
import { logistic } from './logistic.ts';
import { RECALL_CURVES } from './recall-curves.ts';

/** Estimates the share of the needed lines that is kept, 0..1. `keep` is 0 for an omitted line. */
export type ExpectRecall = (keep: Uint8Array) => number;

/** How the lines were chosen: by the question's words, or by decision trees for one of their purposes. */
export type RecallCurve = 'words' | 'question' | 'share' | 'automatic';

/** Bounds of a share before it becomes log-odds. Shares closer to 0 or 1 cannot be told apart. */
const SHARES = { min: 0.003, max: 0.997 } as const;

/**
 * Estimates recall of lines that trees chose, from how likely each line is needed, 0..1. It rises with the kept share
 * of the summed risks. If a share or question was requested, it falls as the likeliest omitted line gets likelier.
 */
export function recallByRisks(risks: Float32Array, curve: Exclude<RecallCurve, 'words'>): ExpectRecall {
  const of = (line: number): number => risks[line] as number;
  // On recordings, the omitted lines added no information in automatic mode.
  if (curve === 'automatic') return (keep) => expected(curve, keep, of, 0);
  return (keep) => {
    let leftOut = 0;
    for (let line = 0; line < keep.length; line++) if (keep[line] === 0) leftOut = Math.max(leftOut, of(line));
    return expected(curve, keep, of, logOdds(leftOut));
  };
}

/**
 * Estimates recall of lines chosen by the question's words, from the lines' share of the text. On recordings, scores
 * showed which lines are better than others, but not how good they are overall.
 */
export function recallByLength({ starts }: Lines): ExpectRecall {
  return (keep) => expected('words', keep, (line) => (starts[line + 1] as number) - (starts[line] as number), 0);
}

/**
 * Estimates recall from the kept share of a sum over all lines and a measure of the omitted ones. The curves were
 * fitted on recorded sessions.
 */
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

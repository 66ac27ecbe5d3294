import { logistic } from '../../../src/pruning/logistic.ts';
import type { Recall } from '../sessions/reliability-table.ts';

/** Slope and intercept on log-odds. */
export type Curve = readonly [slope: number, intercept: number];

/** Newton's method is there long before. */
const STEPS = 25;
/** Curves of few answers stay near [1, 0]. */
const RIDGE = 1e-3;

/** The logistic curve that shares most likely came from, by maximum likelihood. Estimates must be above 0 and below 1. */
export function fitCurve(seen: readonly Recall[]): Curve {
  let [slope, intercept] = [1, 0];
  const odds = seen.map(({ expected }) => Math.log(expected / (1 - expected)));
  for (let step = 0; step < STEPS; step++) {
    let [bySlope, byIntercept] = [RIDGE * (1 - slope), -RIDGE * intercept];
    let [ss, si, ii] = [RIDGE, 0, RIDGE];
    seen.forEach(({ actual }, which) => {
      const own = odds[which] as number;
      const chance = logistic(slope * own + intercept);
      const weight = chance * (1 - chance);
      bySlope += (actual - chance) * own;
      byIntercept += actual - chance;
      ss += weight * own * own;
      si += weight * own;
      ii += weight;
    });
    const determinant = ss * ii - si * si;
    slope += (ii * bySlope - si * byIntercept) / determinant;
    intercept += (ss * byIntercept - si * bySlope) / determinant;
  }
  return [slope, intercept];
}

/** The share that is to be expected where `share` was estimated, 0..1. */
export function at([slope, intercept]: Curve, share: number): number {
  return logistic(slope * Math.log(share / (1 - share)) + intercept);
}

import { logistic } from '../../../src/engine/score/logistic.ts';

/** Features of an answer, and the share of the needed lines that it showed, 0 to 1. */
export interface Sample {
  readonly features: readonly number[];
  readonly actual: number;
}

/** A weight for each feature, and the intercept, on log-odds. */
export type Curve = readonly number[];

/** Enough steps for Newton's method to converge. */
const STEPS = 25;
/** With few answers, this keeps the weights near those that trust only the first feature. */
const RIDGE = 1e-3;

/** Fits a logistic curve to shares by maximum likelihood. */
export function fitCurve(samples: readonly Sample[]): Curve {
  const size = (samples[0]?.features.length ?? 0) + 1;
  const start: Curve = Array.from({ length: size }, (_, at) => (at === 0 ? 1 : 0));
  let curve: Curve = start;
  for (let step = 0; step < STEPS; step++) {
    const gradient = curve.map((weight, at) => RIDGE * ((start[at] as number) - weight));
    const hessian = curve.map((_, row) => curve.map((__, column) => (row === column ? RIDGE : 0)));
    for (const { features, actual } of samples) {
      const given = [...features, 1];
      const chance = at(curve, features);
      given.forEach((value, row) => {
        gradient[row] = (gradient[row] as number) + (actual - chance) * value;
        const own = hessian[row] as number[];
        given.forEach((other, column) => {
          own[column] = (own[column] as number) + chance * (1 - chance) * value * other;
        });
      });
    }
    const by = solve(hessian, gradient);
    curve = curve.map((weight, at) => weight + (by[at] as number));
  }
  return curve;
}

/** Returns the share to expect of an answer, 0 to 1. */
export function at(curve: Curve, features: readonly number[]): number {
  return logistic([...features, 1].reduce((sum, value, which) => sum + value * (curve[which] as number), 0));
}

/** Solves a system of linear equations whose matrix is symmetric and positive definite (Gauss–Jordan). */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): readonly number[] {
  const rows = matrix.map((row, at) => [...row, right[at] as number]);
  rows.forEach((pivot, at) => {
    rows.forEach((row, other) => {
      const factor = (row[at] as number) / (pivot[at] as number);
      if (other !== at)
        for (const [column, value] of pivot.entries()) row[column] = (row[column] as number) - factor * value;
    });
  });
  return rows.map((row, at) => (row.at(-1) as number) / (row[at] as number));
}

import { expect, test } from 'vitest';
import { at, type Curve, fitCurve } from './fit-curve.ts';

test('the curve that shares came from is found', () => {
  const true_: Curve = [0.7, -0.4];
  const shares = Array.from({ length: 99 }, (_, index) => (index + 1) / 100);
  const [slope, intercept] = fitCurve(shares.map((expected) => ({ expected, actual: at(true_, expected) })));
  expect(slope).toBeCloseTo(0.7, 2);
  expect(intercept).toBeCloseTo(-0.4, 2);
});

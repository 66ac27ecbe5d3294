import { expect, test } from 'vitest';
import { at, type Curve, fitCurve } from './fit-curve.ts';

test('the curve that shares came from is found', () => {
  const truth: Curve = [0.7, -0.3, -0.4];
  const samples = Array.from({ length: 200 }, (_, index) => [(index % 20) / 4 - 2, Math.floor(index / 20) / 3]);
  const found = fitCurve(samples.map((features) => ({ features, actual: at(truth, features) })));
  found.forEach((weight, which) => {
    expect(weight).toBeCloseTo(truth[which] as number, 2);
  });
});

test('a feature that is always 0 gets no weight', () => {
  const samples = [0.2, 0.5, 0.9].map((actual) => ({ features: [Math.log(actual / (1 - actual)), 0], actual }));
  expect(fitCurve(samples)[1]).toBe(0);
});

import { expect, test } from 'vitest';
import { dollars } from '../../../../launcher/cli/stats/draw-savings.ts';

test.each([
  [0, '0.00'],
  [12.345, '12.35'],
  [-3, '-3.00'],
  [0.0123, '0.012'],
  [-0.00045, '-0.00045'],
  [0.0000001, '0.000000'],
  [-0.0000001, '0.000000'],
])('%d dollars are shown as %s', (amount, shown) => {
  expect(dollars(amount)).toBe(shown);
});

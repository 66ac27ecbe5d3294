import { expect, test } from 'vitest';
import { dollars } from '../../../../launcher/cli/stats/draw-savings.ts';
import { toMoney } from '../../../../launcher/cli/stats/to-money.ts';
import { NOTHING } from '../../../../launcher/savings/savings.ts';

const PRICE = { model: 'm', input: 4, cacheWrite: 5, cacheRead: 0.5, output: 20 };
const MILLION = 1_000_000;

test('what is spared is written to the cache once and read from it later; what is written to ask costs', () => {
  const sums = { ...NOTHING, raw: 5 * MILLION, shown: 2 * MILLION, fetched: MILLION, carried: 4 * MILLION };
  expect(toMoney({ ...sums, written: MILLION / 2 }, PRICE)).toEqual({
    ...{ model: 'm', once: 10, later: 2, written: 10, net: 2 },
  });
});

test('definitions alone are a loss, and more so with each later request', () => {
  const { net } = toMoney({ ...NOTHING, definitions: MILLION, carried: -2 * MILLION }, PRICE);
  expect(net).toBe(-6);
});

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

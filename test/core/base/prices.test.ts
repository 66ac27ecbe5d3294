import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DEFAULT_PRICES, PRICES_CHECKED, parsePrices, toPrice } from '../../../src/base/prices.ts';
import { ROOT } from '../../runtime/started.ts';

test.each([
  ['', []],
  ['claude-opus-5-5', ['claude-opus-5-5']],
  [' one , two ', ['one', 'two']],
  ['mine=4/5/0.2/20', [{ model: 'mine', input: 4, cacheWrite: 5, cacheRead: 0.2, output: 20 }]],
])('prices "%s" are read', (value, prices) => {
  expect(parsePrices(value)).toEqual(prices);
});

test.each([
  'a,',
  'mine=',
  'mine=4',
  'mine=4/5/0.2',
  'mine=4/5/0.2/x',
  'mine=4/5/0.2/20=1',
  '=1/2/3/4',
  'a b',
  'm=-1/1/1/1',
])('prices "%s" are refused', (value) => {
  expect(parsePrices(value)).toBeUndefined();
});

test('a price has four numbers that can be prices', () => {
  expect(toPrice('m', [1, 1, Number.NaN, 1])).toBeUndefined();
  expect(toPrice('m', [1, 1, '1', 1])).toBeUndefined();
});

test('the default prices: reading from the cache is cheapest, writing to it no cheaper than input', () => {
  for (const { input, cacheWrite, cacheRead, output } of DEFAULT_PRICES) {
    expect([cacheRead < input, input <= cacheWrite, cacheWrite < output]).toEqual([true, true, true]);
  }
});

test('the documentation has the default prices', () => {
  const docs = readFileSync(`${ROOT}docs/savings.md`, 'utf8');
  expect(docs).toContain(`last checked on ${PRICES_CHECKED}`);
  const cell = (dollars: number): string => (Number.isInteger(dollars) ? String(dollars) : dollars.toFixed(2));
  for (const { model, input, cacheWrite, cacheRead, output } of DEFAULT_PRICES) {
    expect(docs).toContain(`| \`${model}\` | ${[input, cacheWrite, cacheRead, output].map(cell).join(' | ')} |`);
  }
});

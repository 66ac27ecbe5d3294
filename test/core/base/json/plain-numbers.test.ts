import { expect, test } from 'vitest';
import { JsonNumber } from '../../../../src/base/json/json-number.ts';
import { withPlainNumbers } from '../../../../src/base/json/plain-numbers.ts';

const price = new JsonNumber('19.90');

test('a value without such numbers is the same one', () => {
  for (const value of [{ a: [1, { b: 'x' }], c: null }, [[], {}], 'text', 5, null, undefined]) {
    expect(withPlainNumbers(value)).toBe(value);
  }
});

test('a number becomes a double wherever it stands, and nothing else changes', () => {
  const rest = { d: [1] };
  const plain = withPlainNumbers({ a: price, b: [2, price], c: { x: 'x', y: price }, rest });
  expect(plain).toEqual({ a: 19.9, b: [2, 19.9], c: { x: 'x', y: 19.9 }, rest });
  expect(plain.rest).toBe(rest);
  expect(withPlainNumbers(price)).toBe(19.9);
});

test.each([
  ['lists', (inner: unknown): unknown => [inner]],
  ['objects', (inner: unknown): unknown => ({ inner })],
])('five hundred and one %s inside one another are looked into, and no more', (_, wrap) => {
  const nested = (levels: number, inner: unknown): unknown => {
    let value = inner;
    for (let level = 0; level < levels; level++) value = wrap(value);
    return value;
  };
  expect(withPlainNumbers(nested(501, price))).toEqual(nested(501, 19.9));
  const deep = nested(502, price);
  expect(withPlainNumbers(deep)).toBe(deep);
});

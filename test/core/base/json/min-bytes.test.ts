import { expect, test } from 'vitest';
import { minBytes } from '../../../../src/base/json/min-bytes.ts';

/** Creates a container that fails the test if more of it is read than necessary. */
const upTo = (count: number): object =>
  new Proxy(Array.from({ length: count + 2 }, () => 1) as unknown[], {
    get(target, key, self) {
      if (key === String(count)) throw new Error(`read ${key}`);
      return Reflect.get(target, key, self);
    },
  });

test.each([
  ['abc', 5],
  ['', 2],
  [12_345, 1],
  [null, 1],
  [[], 2],
  [{}, 2],
  [[1], 3],
  [[1, 2, 3], 7],
  [['ab', [true]], 10],
  [{ a: 1 }, 3],
  [{ a: 'bc', d: { e: 1 } }, 10],
])('%j takes at least %d bytes', (value, bytes) => {
  expect(minBytes(value, 1000)).toBe(bytes);
});

test('a response of many short lists that fits is not taken for one that does not', () => {
  for (const value of [Array(50).fill([1]), [1, 'a', [{}]], { a: [1, 2], b: 'ä' }, 'x', 7]) {
    expect(minBytes(value, 1000)).toBeLessThanOrEqual(new TextEncoder().encode(JSON.stringify(value)).length);
  }
});

test('a large value is looked into no further than to where it is too large', () => {
  expect(minBytes(upTo(5), 10)).toBe(11);
  expect(() => minBytes(upTo(4), 10)).toThrow('read 4');
  const fields = Object.defineProperty({ a: 1, b: 1, c: 1 }, 'd', {
    enumerable: true,
    get: () => expect.unreachable(),
  });
  expect(minBytes(fields, 6)).toBe(7);
  expect(minBytes({ x: fields }, 7)).toBe(9);
  expect(minBytes([[upTo(4)]], 10)).toBe(13);
  expect(() => minBytes([[upTo(3)]], 10)).toThrow('read 3');
});

test('a value that fills the bytes before its end is still found to be too large', () => {
  expect(minBytes([1, 2, 3], 5)).toBe(7);
  expect(minBytes({ a: 1, b: 2, c: 3 }, 5)).toBe(7);
});

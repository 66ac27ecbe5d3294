import { expect, test } from 'vitest';
import { JsonNumber } from '../../../src/base/json/json-number.ts';
import { deepJson } from '../../../src/fit/deep-json.ts';

test('what JSON.stringify can write is written the same', () => {
  const value = { a: [1, 'zwei "2"', null, true, [], {}], 'b c': { d: new Date(0), e: [undefined, Number.NaN] } };
  expect(deepJson(value)).toBe(JSON.stringify(value));
});

test('what it cannot write is not lost', () => {
  const cyclic: { self?: unknown } = {};
  cyclic.self = cyclic;
  const twice = { a: 1 };
  const value = [cyclic, twice, twice, 12n, new Map([['k', new Set([1])]]), new JsonNumber('19.90')];
  expect(deepJson(value)).toBe('[{"self":"[circular]"},{"a":1},{"a":1},"12",[["k",[1]]],19.90]');
});

test('what JSON leaves out of an object is left out', () => {
  const value = { a: undefined, b: () => 1, c: Symbol('x'), d: [undefined] };
  expect(deepJson(value)).toBe(JSON.stringify(value));
});

test('what repeats without end is cut, and so is a toJSON that never ends', () => {
  let tree: unknown = 'x';
  for (let i = 0; i < 40; i++) tree = { a: tree, b: tree };
  const written = deepJson(tree);
  expect(written.length).toBeLessThan(10_000_000);
  expect(written).toContain('"[repeated]"');
  const endless = {
    toJSON() {
      return { a: this };
    },
  };
  expect(deepJson(endless)).toContain('"[repeated]"');
});

test('depth does not matter', () => {
  let deep: unknown = 'x';
  for (let i = 0; i < 200_000; i++) deep = i % 2 === 0 ? [deep] : { a: deep };
  expect(deepJson(deep)).toHaveLength(800_003);
});

import { expect, test } from 'vitest';
import { rowsWithin } from '../../../../../src/engine/score/order/rows-within.ts';

const rows = [3, 900, 12, 250, 7, 8, 9].map((value) => [{ column: 'time', value }]);

test('rows beyond the bound, the farthest first', () => {
  expect(rowsWithin(rows, { value: 200, measure: 'time', below: false })).toEqual([1, 3]);
  expect(rowsWithin(rows, { value: 5, measure: 'time', below: true })).toEqual([0]);
});

test('values of another measure, or of a column that is not asked for, do not count', () => {
  expect(rowsWithin(rows, { value: 200, measure: 'size', below: false })).toEqual([]);
  expect(rowsWithin(rows, { value: 200, measure: undefined, below: false }, new Set(['4']))).toEqual([]);
});

test('a bound that most of many rows are beyond tells nothing', () => {
  const many = Array.from({ length: 200 }, (_, value) => [{ column: '0', value }]);
  expect(rowsWithin(many, { value: 10, measure: undefined, below: false })).toEqual([]);
});

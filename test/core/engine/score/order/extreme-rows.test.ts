import { expect, test } from 'vitest';
import { decidingColumns } from '../../../../../src/engine/score/order/deciding-columns.ts';
import { extremeRows } from '../../../../../src/engine/score/order/extreme-rows.ts';

const rows = (values: readonly (number | undefined)[], column = '1') =>
  values.map((value) => (value === undefined ? [] : [{ column, value }]));

test('rows with the largest values, the best first', () => {
  expect(extremeRows(rows([3, 9, 1, 7]), { count: 2, low: false })).toEqual([1, 3]);
  expect(extremeRows(rows([3, 9, 1, 7]), { count: 2, low: true })).toEqual([2, 0]);
});

test('of equal rows the first come first, and those as small as the last are none', () => {
  expect(extremeRows(rows([5, 5, 5, 1]), { count: 2, low: false })).toEqual([0, 1]);
  expect(extremeRows(rows([9, 0, 0, 0]), { count: 3, low: false })).toEqual([0]);
  expect(extremeRows(rows([4, 4, 4]), { count: 2, low: false })).toEqual([]);
});

test('a cell that few rows have is no column, a duration is one wherever it stands', () => {
  const few = [7, undefined, undefined, undefined, 3];
  expect(extremeRows(rows(few), { count: 1, low: false })).toEqual([]);
  expect(extremeRows(rows(few, 'time'), { count: 1, low: false })).toEqual([0]);
});

test('only columns that are asked for are looked at', () => {
  const two = [9, 1, 5].map((value, i) => [
    { column: '1', value },
    { column: '2', value: i },
  ]);
  expect(extremeRows(two, { count: 1, low: false, columns: new Set(['2']) })).toEqual([2]);
  expect(extremeRows(two, { count: 1, low: false })).toEqual([0, 2]);
});

test('a question names its column by its title, or by a word for it', () => {
  const titles = ['USER', 'PID', '%CPU', '%MEM', 'RSS'];
  expect(decidingColumns('Which process uses the most memory?', titles)).toEqual(new Set(['3', '4']));
  expect(decidingColumns('the highest cpu', titles)).toEqual(new Set(['2']));
  expect(decidingColumns('the busiest', ['NAME', 'CPU %'])).toEqual(new Set(['1']));
  expect(decidingColumns('the greatest price', ['id', 'name', 'price'])).toEqual(new Set(['2']));
  expect(decidingColumns('the greatest', titles)).toEqual(new Set(['0', '2', '3', '4']));
  expect(decidingColumns('the greatest', [])).toBeUndefined();
});

import { expect, test } from 'vitest';
import { JsonNumber } from '../../../src/base/json/json-number.ts';
import { isColumns, toColumns } from '../../../src/fit/build-shape.ts';

const LIMITS = { rows: 4, columns: 2, chars: 5 };
const items = (count: number) => Array.from({ length: count }, (_, i) => ({ a: i, b: `n${i}` }));
const COLUMNS = { columns: ['a', 'b'], rows: [0, 1, 2].map((i) => [i, `n${i}`]) };

test('three objects with the same keys become columns, two do not', () => {
  expect(toColumns(items(3), LIMITS)).toEqual(COLUMNS);
  expect(toColumns(items(2), LIMITS)).toBeUndefined();
  expect(toColumns([], LIMITS)).toBeUndefined();
});

test('a list as long as it may be becomes columns, a longer one does not', () => {
  expect(toColumns(items(4), LIMITS)?.rows).toHaveLength(4);
  expect(toColumns(items(5), LIMITS)).toBeUndefined();
});

test.each([
  ['other keys', [...items(3), { a: 1, c: 2 }]],
  ['a key more', [...items(3), { a: 1, b: 2, c: 3 }]],
  ['a key less', [...items(3), { a: 1 }]],
  ['the same keys in another order', [...items(3), { b: 1, a: 2 }]],
  ['no object', [...items(3), 1]],
  ['null', [...items(3), null]],
  ['an array with the same keys', [{ 0: 1 }, { 0: 2 }, [3]]],
  ['an array first', [[1], { 0: 1 }, { 0: 2 }]],
  ['a scalar first', ['a', ...items(2)]],
  ['null first', [null, ...items(3)]],
  ['objects inside', [...items(2), { a: 1, b: {} }]],
  ['a line break', [...items(2), { a: 1, b: 'a\nb' }]],
  ['a text that is too long', [...items(2), { a: 1, b: 'abcdef' }]],
  ['a key that is too long', [1, 2, 3].map((abcdef) => ({ abcdef }))],
  ['a key that is too long beside a short one', [1, 2, 3].map((a) => ({ a, abcdef: a }))],
  ['too many keys', [1, 2, 3].map((a) => ({ a, b: a, c: a }))],
  ['no keys at all', [{}, {}, {}]],
])('a list that columns would tell otherwise stays unchanged: %s', (_, list) => {
  expect(toColumns(list, LIMITS)).toBeUndefined();
});

test('texts and keys as long as they may be stand in columns, and numbers with characters of their own', () => {
  const price = new JsonNumber('1.50');
  const list = [1, 2, 3].map(() => ({ abcde: 'abcde', b: price }));
  expect(toColumns(list, LIMITS)).toEqual({ columns: ['abcde', 'b'], rows: list.map(() => ['abcde', price]) });
});

test('what is in columns already is told by its two fields', () => {
  expect(isColumns(COLUMNS, LIMITS)).toBe(true);
  expect(isColumns({ columns: ['abcde'], rows: [[1], [2], ['abcde'], [null]] }, LIMITS)).toBe(true);
});

test.each([
  ['the other order', { rows: COLUMNS.rows, columns: COLUMNS.columns }],
  ['a field more', { ...COLUMNS, total: 1 }],
  ['names that are no list', { columns: 'ab', rows: COLUMNS.rows }],
  ['a name that is no text', { columns: ['a', 1], rows: COLUMNS.rows }],
  ['a list among the names', { columns: ['a', []], rows: COLUMNS.rows }],
  ['no names', { columns: [], rows: [[], [], []] }],
  ['too many names', { columns: ['a', 'b', 'c'], rows: [1, 2, 3].map((i) => [i, i, i]) }],
  ['a name that is too long', { columns: ['abcdef'], rows: [[1], [2], [3]] }],
  ['rows that are no list', { columns: ['a', 'b'], rows: { length: 3 } }],
  ['two rows', { columns: ['a', 'b'], rows: COLUMNS.rows.slice(1) }],
  ['too many rows', { columns: ['a'], rows: [[1], [2], [3], [4], [5]] }],
  ['a row that is no list', { columns: ['a'], rows: [[1], [2], 'a'] }],
  ['a row of another length', { columns: ['a', 'b'], rows: [...COLUMNS.rows, [1]] }],
  ['objects inside', { columns: ['a'], rows: [[1], [2], [[3]]] }],
  ['an object beside a number', { columns: ['a', 'b'], rows: [...COLUMNS.rows, [1, {}]] }],
  ['a text that is too long', { columns: ['a'], rows: [[1], [2], ['abcdef']] }],
])('data that only looks like columns is shaped like any other: %s', (_, value) => {
  expect(isColumns(value, LIMITS)).toBe(false);
});

import { expect, test } from 'vitest';
import { cellsOf, delimiterOf, readDate, readValues } from '../../../../../src/engine/score/order/read-values.ts';

const of = (row: string, column: string): number[] =>
  readValues(row, delimiterOf(row))
    .filter((value) => value.column === column)
    .map(({ value }) => value);

test.each([
  ['    144 src/cart.ts', '0', [144]],
  ['-rw-r--r-- 1 ann staff 1204 Feb  3 09:12 README.md', '4', [1204]],
  ['4.5K	./src', '0', [4608]],
  ['/dev/sda1  468G  391G   54G  88% /', '4', [88]],
  ['id,ann,"1,204"', '0', []],
  ['7,ann,10.5', '2', [10.5]],
  ['| apple | 3 |', '2', [3]],
  [' src/cart.ts | 144 +++---', '1', [144]],
  ['1,204 items', '0', [1204]],
  ['v1.2.3 rc', '0', []],
  ['1.2.3 rc', '0', []],
  ['x 12 y', '1', [12]],
  ['0,7,1', '1', [7]],
  ['x -12 y', '1', []],
  ['a,b c 3,d', '1', []],
  ['a, 3 ,d', '1', [3]],
  ['✓ sums totals (12ms)', 'time', [12]],
  ['took 1.5 s, then 200 ms', 'time', [1500, 200]],
  ['read 3 kB and 2 MB', 'size', [3072, 2_097_152]],
])('numbers of %j in column %s', (row, column, values) => {
  expect(of(row, column)).toEqual(values);
});

test('dates are compared as they follow each other', () => {
  const dates = [
    'a Jan 12  2025 x',
    '2026-02-02 b',
    '2026-02-02 09:00 b',
    '2026-02-02T10:30:00Z c',
    'd Feb  1 09:12 x',
    'd Feb  1 10:12 x',
  ].map((row) => readDate(row) as number);
  expect(dates).toEqual([...dates].sort((a, b) => a - b));
  expect(new Set(dates).size).toBe(dates.length);
});

test('cells are those between marks, or between spaces', () => {
  expect(cellsOf('a b, c,d', delimiterOf('a b, c,d'))).toEqual(['a b', 'c', 'd']);
  expect(cellsOf('PID  %CPU   CMD', delimiterOf('PID  %CPU   CMD'))).toEqual(['PID', '%CPU', 'CMD']);
});

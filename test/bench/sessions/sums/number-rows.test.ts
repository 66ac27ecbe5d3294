import { expect, test } from 'vitest';
import { NumberRows } from './number-rows.ts';

test('rows grow without end, and each keeps its own sums', () => {
  const rows = new NumberRows(3);
  for (let row = 0; row < 1000; row++) {
    expect(rows.append()).toBe(row);
    rows.add(row, 0, row);
    rows.add(row, 2, 1);
    rows.add(row, 2, row / 2);
  }
  expect(rows.count).toBe(1000);
  for (let row = 0; row < 1000; row++) {
    expect([0, 1, 2].map((column) => rows.get(row, column))).toEqual([row, 0, 1 + row / 2]);
  }
});

test('a table without rows takes no memory', () => {
  expect(new NumberRows(400).bytes).toBe(0);
});

import { expect, test } from 'vitest';
import { keptLines } from './kept-lines.ts';

test('lines are found again in order, markers passed over', () => {
  const text = 'a\n\nb\na\nc\n\nd';
  expect([...keptLines(text, 'a\n\n(filtered 1 lines: 3-3)\na\n(filtered 2 lines: 5-6)\nd')]).toEqual([1, 2, 4, 7]);
});

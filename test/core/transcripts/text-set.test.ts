import { expect, test } from 'vitest';
import { createTextSet } from '../../../src/transcripts/text-set.ts';

test('a set of texts holds what was added, and nothing else', () => {
  const set = createTextSet();
  for (const text of ['', 'a', 'b']) set.add(text);
  expect(['', 'a', 'b', 'ab', 'ba', 'A'].map(set.has)).toEqual([true, true, true, false, false, false]);
});

test('ids that are alike are told apart', () => {
  const set = createTextSet();
  let known = 0;
  for (let at = 0; at < 300_000; at++) {
    const id = `toolu_01ABCDEFGHJ${at}`;
    if (set.has(id)) known++;
    set.add(id);
  }
  expect(known).toBe(0);
});

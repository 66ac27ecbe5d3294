import { expect, test } from 'vitest';
import { skippedWords } from './skipped-words.ts';

test('nothing is said if nothing was passed over', () => {
  expect(skippedWords(new Map())).toBeUndefined();
  expect(skippedWords(new Map([['cut', 0]]))).toBeUndefined();
});

test('one recording', () => {
  expect(skippedWords(new Map([['cut', 1]]))).toBe(
    'Skipped, in whole or in part: 1 recording\n  1 is cut off; all before that was read',
  );
});

test('many, the most frequent reason first', () => {
  const skipped = new Map([
    ['unreadable', 1],
    ['not_a_session', 1200],
    ['unknown_version', 2],
    ['cut', 3],
    ['too_large', 4],
    ['empty', 5],
    ['repeated', 6],
  ] as const);
  expect(skippedWords(skipped)?.split('\n')).toEqual([
    'Skipped, in whole or in part: 1,221 recordings',
    '  1,200 are not recorded sessions',
    '  6 repeat other sessions',
    '  5 contain no tool call',
    '  4 are too large for memory',
    '  3 are cut off; all before that was read',
    '  2 have an unknown version',
    '  1 cannot be opened',
  ]);
});

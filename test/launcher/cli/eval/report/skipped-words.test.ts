import { expect, test } from 'vitest';
import { skippedWords } from '../../../../../launcher/cli/eval/report/skipped-words.ts';

test('nothing is said if nothing was passed over', () => {
  expect(skippedWords(new Map())).toBeUndefined();
  expect(skippedWords(new Map([['cut', 0]]))).toBeUndefined();
});

test('one recording', () => {
  expect(skippedWords(new Map([['cut', 1]]))).toBe(
    'Passed over, in whole or in part: 1 recording\n  1 breaks off in the middle; what came before was read',
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
    'Passed over, in whole or in part: 1,221 recordings',
    '  1,200 are no recorded sessions',
    '  6 repeat sessions that were read already',
    '  5 hold no call of a tool',
    '  4 are too large to be held in memory',
    '  3 break off in the middle; what came before was read',
    '  2 are in a version that is not understood',
    '  1 cannot be opened',
  ]);
});

import { expect, test } from 'vitest';
import { firstShown } from '../../../src/unasked/host-output.ts';

const known = (first: number, last: number) => ({ first, last, name: 'the read of a.ts' });

test.each([
  ['no gap', [1, 2], [], 1, 1],
  ['one gap', [47], [], 1, 46],
  ['a part of a file', [47], [], 100, 145],
  ['known lines', [11], [known(1, 10)], 1, 10],
  ['known lines, then a gap', [21], [known(1, 10)], 1, 19],
  ['a gap, then known lines', [21], [known(11, 20)], 1, 19],
  ['gaps on both sides of known lines', [31], [known(11, 20)], 1, 28],
  ['known lines below', [1], [known(11, 20)], 1, 1],
  ['no line at all', [], [known(1, 20)], 7, 7],
])('the first line shown is numbered behind %s', (_, keptLines, knownLines, firstLine, expected) => {
  expect(firstShown({ keptLines, knownLines }, firstLine)).toBe(expected);
});

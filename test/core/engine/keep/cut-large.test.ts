import { expect, test } from 'vitest';
import { cutLarge } from '../../../../src/engine/keep/cut-large.ts';
import { toRuns } from '../../../../src/engine/structure/blocks.ts';

const records = toRuns(Uint8Array.of(1, 0, 1, 0, 0, 1), 6);
const startsOf = (tokens: readonly number[], maxTokens: number): number[] => [
  ...cutLarge(records, Int32Array.from(tokens), maxTokens).starts,
];

test('a record that costs as much as it may stays whole, one that costs more falls apart', () => {
  const tokens = [3, 3, 2, 2, 2, 99];
  expect(startsOf(tokens, 6)).toEqual([0, 2, 5, 6]);
  expect(startsOf([3, 4, 2, 2, 2, 99], 6)).toEqual([0, 1, 2, 5, 6]);
  expect(startsOf(tokens, 5)).toEqual([0, 1, 2, 3, 4, 5, 6]);
});

import { expect, test } from 'vitest';
import { fade, normalize } from '../../../../../src/engine/score/learned/fade.ts';

test('a value is seen from both sides, less with every step away', () => {
  expect([...fade(Float32Array.of(0, 0, 8, 0, 0), 0.5)]).toEqual([2, 4, 8, 4, 2]);
  expect([...fade(Float32Array.of(4, 0, 4), 0.5)]).toEqual([5, 4, 5]);
  expect([...fade(new Float32Array(0), 0.5)]).toEqual([]);
});

test('the greatest is 1, and nothing stays nothing', () => {
  expect([...normalize(Float32Array.of(1, 4, 0))]).toEqual([0.25, 1, 0]);
  expect([...normalize(Float32Array.of(0, 0))]).toEqual([0, 0]);
});

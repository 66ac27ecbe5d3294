import { expect, test } from 'vitest';
import { byPythonLines } from '../../../src/prune-api/answer-prune.ts';
import type { Measured } from '../../../src/prune-api/measured.ts';

const measured = (changed: boolean) =>
  ({ changed, keptLines: [2, 3], scores: [0, 0.9, 0.5], reasons: ['match', 'neighbour'] }) as unknown as Measured;

test('a line of the engine is all the lines that Python makes of it', () => {
  // Python splits this into "a", "b", "c", "", "d", "e".
  const text = 'a\u2028b\nc\f\nd\fe\f';
  expect(byPythonLines(text, measured(true))).toEqual({
    keptLines: [3, 4, 5, 6],
    scores: [0, 0, 0.9, 0.9, 0.5, 0.5],
    reasons: ['match', 'match', 'neighbour', 'neighbour'],
  });
});

test('where both count alike, or nothing is left out, nothing changes', () => {
  const one = measured(true);
  expect(byPythonLines('a\nb\r\nc', one)).toBe(one);
  const whole = measured(false);
  expect(byPythonLines('a\fb\nc', whole)).toBe(whole);
});

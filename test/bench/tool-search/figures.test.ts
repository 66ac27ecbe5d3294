import { expect, test } from 'vitest';
import { figuresOf, indexRecorded } from './figures.ts';
import { HELD_OUT, TUNED_BY } from './requests.ts';
import { RECORDED_UNSEEN } from './tools.ts';
import { UNSEEN } from './unseen-requests.ts';

test('a natural request finds the right one of 300 real tools first in 18 of 20, and in 4 of 5 that were held out', () => {
  const recorded = indexRecorded();
  expect(recorded.tools).toBeGreaterThanOrEqual(262);
  expect(figuresOf(recorded, TUNED_BY).first).toBeGreaterThanOrEqual(18);
  const heldOut = figuresOf(recorded, HELD_OUT);
  expect(HELD_OUT.length).toBeGreaterThanOrEqual(40);
  expect(heldOut.first).toBeGreaterThanOrEqual(HELD_OUT.length * 0.8);
  expect(heldOut.five).toBeGreaterThanOrEqual(HELD_OUT.length * 0.95);
});

test('a request for a server that the words were not written for finds the right tool among five in 3 of 10', () => {
  expect(figuresOf(indexRecorded(RECORDED_UNSEEN), UNSEEN).five).toBeGreaterThanOrEqual(UNSEEN.length * 0.3);
});

import { expect, test } from 'vitest';
import { chosenThreshold } from '../../../../src/pruning/learned/chosen-threshold.ts';
import { splitLines } from '../../../../src/pruning/lines.ts';
import { atOnce } from '../../../../src/pruning/steps.ts';

const LINES = splitLines('0123456789\n'.repeat(100));

function thresholdOf(scores: readonly number[], risks: readonly number[]): number {
  return atOnce(chosenThreshold(LINES, Float32Array.from(scores), Float32Array.from(risks)));
}

const hundred = (of: (at: number) => number): number[] => Array.from({ length: 100 }, (_, at) => of(at));

test('the default, where what stands out is enough and not too much', () => {
  const scores = hundred((at) => (at < 20 ? 0.9 : 0.1));
  expect(thresholdOf(scores, scores)).toBeCloseTo(0.5, 2);
});

test('lower where nothing stands out: the best lines, until a fifth of what is needed is among them', () => {
  const scores = hundred((at) => 0.4 - at / 1000);
  const threshold = thresholdOf(
    scores,
    hundred(() => 0.1),
  );
  const kept = scores.filter((score) => score >= threshold).length;
  expect(kept).toBeGreaterThanOrEqual(20);
  expect(kept).toBeLessThanOrEqual(22);
});

test('higher where nearly all stands out', () => {
  const scores = hundred((at) => 0.95 - at / 1000);
  const threshold = thresholdOf(scores, scores);
  const kept = scores.filter((score) => Math.floor(score * 512) / 512 >= threshold).length;
  expect(kept).toBeLessThanOrEqual(50);
  expect(kept).toBeGreaterThanOrEqual(45);
});

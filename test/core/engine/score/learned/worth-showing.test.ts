import { expect, test } from 'vitest';
import { worthShowing } from '../../../../../src/engine/score/learned/session-scorer.ts';
import { atOnce } from '../../../../../src/text/cooperative-task.ts';
import { splitLines } from '../../../../../src/text/lines.ts';

/** Counts the lines shown of `count` lines with 40 characters each, given their scores and risks. */
function shown(count: number, score: (at: number) => number, risk = score): number {
  const lines = splitLines(`${'x'.repeat(39)}\n`.repeat(count));
  const scores = Float32Array.from({ length: count }, (_, at) => score(at));
  const risks = Float32Array.from({ length: count }, (_, at) => risk(at));
  const threshold = atOnce(worthShowing(lines, scores, risks));
  return scores.filter((own) => own >= threshold).length;
}

const tenStandOut = (at: number): number => (at < 10 ? 0.9 : 0.02);

test('of a long text what stands out is shown, of a short one nearly all', () => {
  expect(shown(4000, tenStandOut)).toBe(10);
  expect(shown(60, (at) => (at < 10 ? 0.9 : 0.3))).toBe(60);
});

test('the likelier that anything is needed, the more is shown', () => {
  const score = (at: number): number => 0.4 - at / 1000;
  const likely = shown(120, score);
  const unlikely = shown(120, score, (at) => score(at) / 500);
  expect(likely).toBeGreaterThan(60);
  expect(unlikely).toBeLessThan(likely / 2);
});

test('what the words of a question speak for is shown, though the session needs none of it', () => {
  expect(
    shown(
      4000,
      (at) => (at < 30 ? 0.8 : 0.1),
      () => 1e-6,
    ),
  ).toBe(30);
});

test('where nothing is needed, what stands out is shown and not all', () => {
  const standOut = (at: number): number => (at < 20 ? 0.9 : 0.1);
  expect(shown(4000, standOut, () => 0)).toBe(20);
});

test('the best line at the least, however long the text is', () => {
  expect(shown(50_000, (at) => (at === 7 ? 0.6 : 0.1))).toBe(1);
});

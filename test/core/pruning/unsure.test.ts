import { expect, test } from 'vitest';
import { pruneText } from '../../../src/pruning/embedded.ts';

const list = (lines: number): string =>
  Array.from({ length: lines }, (_, at) => `berth ${at} ${at === 40 ? 'vacant' : `taken by boat ${at * 7}`}`).join(
    '\n',
  );

test('a short output that has little of the question is whole: it may answer in other words', () => {
  const question = 'Which berth is free for the visiting schooner?';
  const { text, details } = pruneText({ text: list(110), question });
  expect(details.score).toBeGreaterThan(0);
  expect(details.score).toBeLessThan(0.5);
  expect(text).toBe(list(110));
});

test('a long one is cut, and one that has what was asked for', () => {
  expect(
    pruneText({ text: list(900), question: 'Which berth is free for the visiting schooner?' }).details.changed,
  ).toBe(true);
  expect(pruneText({ text: list(110), question: 'Which berth is vacant?' }).details.changed).toBe(true);
});

test('a limit that was asked for holds', () => {
  const request = { text: list(110), question: 'Which berth is free for the visiting schooner?' };
  expect(pruneText({ ...request, targetRatio: 0.2 }).details.changed).toBe(true);
  expect(pruneText({ ...request, threshold: 0.5 }).details.changed).toBe(true);
});

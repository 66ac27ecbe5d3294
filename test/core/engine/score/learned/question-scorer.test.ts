import { expect, test } from 'vitest';
import { pruneText } from '../../../../../src/engine/embedded.ts';
import type { PruneRequest } from '../../../../../src/engine/pruner.ts';
import { QUESTION_FEATURES } from '../../../../../src/engine/score/learned/question-features.ts';
import { questionScorer } from '../../../../../src/engine/score/learned/question-scorer.ts';
import { FITTED_ON } from '../../../../../src/engine/score/learned/question-weights.ts';
import { lexicalScorer } from '../../../../../src/engine/score/lexical-scorer.ts';
import { SHOP, SHOP_NAMES, SHOP_PATH, SHOP_QUESTION } from '../../../../support/shop.ts';

const LOG = Array.from(
  { length: 200 },
  (_, i) => `2026-01-01T00:00:00Z INFO request ${i} ${i % 9 === 0 ? 'was applied twice' : 'is done'}\n`,
).join('');

function scores(request: Partial<PruneRequest>, scorer = questionScorer): readonly number[] {
  const { details } = pruneText({ text: SHOP, question: SHOP_QUESTION, path: SHOP_PATH, ...request }, scorer);
  return Array.from(details.lineScores);
}

test('the forest was fitted on the features that the engine has', () => {
  expect(FITTED_ON.split(' ')).toEqual(QUESTION_FEATURES);
});

test('for a share of a source text, the block that the question names is kept before any other', () => {
  const request = { text: SHOP, path: SHOP_PATH, question: 'How does update_courier work?', targetRatio: 0.15 };
  const { keptLines } = pruneText(request).details;
  const counts = SHOP_NAMES.map((_, at) => keptLines.filter((line) => Math.floor((line - 1) / 16) === at).length);
  const [best = 0, next = 0] = [...counts].sort((a, b) => b - a);
  expect(counts[SHOP_NAMES.indexOf('courier')]).toBe(best);
  expect(best).toBeGreaterThan(10);
  expect(best).toBeGreaterThan(next);
});

test('without a share the words alone answer', () => {
  const request = { question: 'How does update_courier work?' };
  expect(scores(request)).toEqual(scores(request, lexicalScorer));
});

test('what a command printed is scored by the words alone, for a share too', () => {
  const request = { text: LOG, path: undefined, question: 'What was applied twice?', targetRatio: 0.2 };
  expect(scores(request)).toEqual(scores(request, lexicalScorer));
});

test('a question without a word of the text gets the outline that the words alone give', () => {
  const request = { question: 'zebra quokka?', targetRatio: 0.3 };
  expect(scores(request)).toEqual(scores(request, lexicalScorer));
  expect(pruneText({ text: SHOP, ...request }).details.score).toBe(0);
});

test('with a threshold beside a share, no line below it is chosen', () => {
  const request = { text: SHOP, question: SHOP_QUESTION, path: SHOP_PATH, targetRatio: 0.5, threshold: 0.7 };
  const { keptLines, lineScores, reasons } = pruneText(request).details;
  const added = new Set(['header', 'gap']);
  const below = keptLines.filter((line) => (lineScores[line - 1] ?? 0) < 0.7 && !added.has(reasons[line - 1] ?? ''));
  expect(keptLines.length).toBeGreaterThan(0);
  expect(below).toEqual([]);
});

test('the scorer’s version names the words’ version and the forest', () => {
  expect(questionScorer.version).toMatch(/^15\.[0-9a-f]{8}$/);
  expect(pruneText({ text: SHOP, question: SHOP_QUESTION }).details.method).toBe(`lexical/${questionScorer.version}`);
});

test('the same question has the same scores, bit for bit, on every runtime', () => {
  const bytes = new Uint8Array(Float32Array.from(scores({ targetRatio: 0.3 })).buffer);
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  expect(hash).toBe(2597323962);
});

test('any source text has an answer for any share', () => {
  for (const text of ['def a():\n  b\n', 'x\n\n\ny = x\n', '\ud800 x\n\udfff\n\n', 'const x = 1;\n'.repeat(3000)]) {
    for (const targetRatio of [0.01, 0.5, 0.99]) {
      const { ok, details } = pruneText({ text, question: 'x', path: 'a.ts', targetRatio });
      expect([ok, details.lineScores.every((score) => score >= 0 && score <= 1)]).toEqual([true, true]);
    }
  }
});

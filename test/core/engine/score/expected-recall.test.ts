import { expect, test } from 'vitest';
import { pruneText } from '../../../../src/engine/embedded.ts';
import type { PruneRequest } from '../../../../src/engine/pruner.ts';
import { recallByLength, recallByRisks } from '../../../../src/engine/score/expected-recall.ts';
import { createSessionMemory } from '../../../../src/session-memory/session-memory.ts';
import { splitLines } from '../../../../src/text/lines.ts';
import { SHOP, SHOP_PATH, SHOP_QUESTION } from '../../../support/shop.ts';

const LINES = splitLines('one\ntwo two two two\nthree\nfour four\nfive\n');
const RISKS = Float32Array.of(0.1, 0.7, 0.2, 0.4, 0.05);

test('the more is shown, the more of what is needed is expected among it', () => {
  for (const recall of [recallByLength(LINES), recallByRisks(RISKS, 'question'), recallByRisks(RISKS, 'automatic')]) {
    const expected = [0, 1, 2, 3, 4, 5].map((shown) =>
      recall(Uint8Array.from(RISKS, (_, line) => Number(line < shown))),
    );
    expect(expected).toEqual(expected.toSorted((a, b) => a - b));
    expect(expected.at(0)).toBeLessThan(0.1);
    expect(expected.at(-1)).toBe(1);
  }
});

test('lines that are likely needed count for more than others', () => {
  const recall = recallByRisks(RISKS, 'share');
  expect(recall(Uint8Array.of(0, 1, 0, 0, 0))).toBeGreaterThan(recall(Uint8Array.of(1, 0, 1, 0, 1)));
});

test.each<[string, Partial<PruneRequest>]>([
  ['a question', {}],
  ['a question about a file', { path: SHOP_PATH }],
  ['a share', { targetRatio: 0.2 }],
  ['a share of what a command printed', { path: undefined, targetRatio: 0.2 }],
  ['a number of tokens', { maxTokens: 200 }],
  ['words that the text does not have', { question: 'Which zebra grazes?' }],
  ['nobody asked', { question: '', automatic: 'balanced' }],
])('an answer tells what share of the needed lines it expects to show: %s', (_, asked) => {
  const memory = createSessionMemory();
  for (let call = 0; call < 4; call++) {
    memory.push({ kind: 'called', call: String(call), tool: 'Bash', args: { command: 'npm test' } });
    memory.push({ kind: 'gave', call: String(call), text: `src/shop.ts:${call + 1}: refund failed`, isFailed: true });
  }
  for (const context of [undefined, memory.context()]) {
    const request = { text: SHOP, path: SHOP_PATH, question: SHOP_QUESTION, ...asked, context };
    const { changed, expectedRecall } = pruneText(request).details;
    if (changed) {
      expect(expectedRecall).toBeGreaterThan(0);
      expect(expectedRecall).toBeLessThan(1);
    } else expect(expectedRecall).toBe(1);
  }
});

test('a share of a source text without a path is chosen by the same trees with a session as without', () => {
  const memory = createSessionMemory();
  memory.push({ kind: 'asked', text: 'Mend the refund', isSummary: false });
  const request = { text: SHOP, question: SHOP_QUESTION, targetRatio: 0.2 };
  const [alone, known] = [undefined, memory.context()].map((context) => pruneText({ ...request, context }).text);
  expect(known).toBe(alone);
});

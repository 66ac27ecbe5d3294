import { expect, test } from 'vitest';
import { loadO200k } from '../../../src/base/tokens/o200k.ts';
import { createEmbeddedPruner } from '../../../src/engine/embedded.ts';
import type { Pruner } from '../../../src/engine/pruner.ts';
import { pruneWithin } from '../../../src/prune-api/prune-measured.ts';
import { createAutoPruner } from '../../../src/remote-pruner/auto-pruner.ts';
import { testDoor } from './test-door.ts';

/** Lines whose tokens cannot be estimated from their characters: rare letters, long numbers, punctuation. */
const TEXT = Array.from({ length: 300 }, (_, i) =>
  i % 3 === 0 ? `const η${i} = "Ж☃${i}漢字—${i * 7919}";` : `function handler${i}(socket) { return socket?.[${i}]!!; }`,
).join('\n');

test.each([0.05, 0.1, 0.2, 0.35, 0.6])('a share of %d holds by the real count', async (targetRatio) => {
  const count = await loadO200k();
  const door = await testDoor(createEmbeddedPruner());
  const request = { text: TEXT, question: 'which handler returns the socket?', targetRatio };
  const { outcome, tokensOut } = await pruneWithin(request, door, count(TEXT));
  expect(outcome.ok && count(outcome.text)).toBe(tokensOut);
  expect(tokensOut).toBeLessThanOrEqual(count(TEXT) * targetRatio);
});

test('a number of tokens holds by the real count', async () => {
  const count = await loadO200k();
  const door = await testDoor(createEmbeddedPruner());
  const { tokensOut } = await pruneWithin(
    { text: TEXT, question: 'which handler?', maxTokens: 200 },
    door,
    count(TEXT),
  );
  expect(tokensOut).toBeLessThanOrEqual(200);
});

test('where no line fits, the best one is the answer, and what it takes is counted', async () => {
  const count = await loadO200k();
  const door = await testDoor(createEmbeddedPruner());
  const request = { text: TEXT, question: 'what does handler77 return?', maxTokens: 1 };
  const { outcome, tokensOut } = await pruneWithin(request, door, count(TEXT));
  expect(outcome).toMatchObject({ ok: true, details: { keptLines: [78] } });
  expect(outcome.ok && count(outcome.text)).toBe(tokensOut);
});

test('an engine that cannot do with less is not asked for ever', async () => {
  let calls = 0;
  const details = { keptLines: [1, 2], changed: true };
  const pruner = {
    prune: async () => {
      calls += 1;
      return { ok: true, text: 'all of it', engine: 'embedded', details } as never;
    },
  };
  const door = { ...(await testDoor(pruner)), countTokens: () => 100 };
  await pruneWithin({ text: TEXT, question: 'q', targetRatio: 0.1 }, door, 200);
  expect(calls).toBe(4);
});

test('whoever stood in answers the further attempts too: an upstream that failed is not asked again', async () => {
  const count = await loadO200k();
  let calls = 0;
  const upstream: Pruner = {
    prune: async () => {
      calls += 1;
      return { ok: false, code: 'timeout', message: 'late' };
    },
  };
  let further = 0;
  const embedded = createEmbeddedPruner();
  const generous: Pruner = {
    prune: (request) =>
      embedded.prune({ ...request, targetRatio: (request.targetRatio ?? 1) * (further++ === 0 ? 3 : 1) }),
  };
  const door = await testDoor(createAutoPruner({ upstream, embedded: generous }));
  const request = { text: TEXT, question: 'which handler returns the socket?', targetRatio: 0.1 };
  const { outcome } = await pruneWithin(request, door, count(TEXT));
  expect(further).toBeGreaterThan(1);
  expect(calls).toBe(1);
  expect(outcome).toMatchObject({ ok: true, standsInFor: { code: 'timeout' } });
});

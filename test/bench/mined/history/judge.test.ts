import { expect, test } from 'vitest';
import type { PruneOutcome } from '../../../../src/engine/pruner.ts';
import { bm25 } from '../../sessions/judging/baselines/bm25.ts';
import { changedRanges } from './commit-cases.ts';
import { commitQuestion } from './commit-question.ts';
import type { EvalCase } from './eval-case.ts';
import { judge, recall } from './judge.ts';
import { keepBest } from './keep-best.ts';
import { seededOrder } from './seeded-order.ts';

const words = (text: string): number => text.split(/\s+/).filter((word) => word !== '').length;

test('a place is hit by one line, and covered by its lines', () => {
  expect(
    recall(
      [
        [1, 4],
        [8, 9],
      ],
      new Set([2, 3, 5]),
    ),
  ).toEqual({ hit: 0.5, cover: 2 / 6 });
});

test('BM25 ranks passages by the question’s words, head by place, and both stop at the tokens', () => {
  const lines = Array.from({ length: 30 }, (_, at) => (at === 24 ? 'parseHttpHeaders(input)' : `line ${at}`));
  const costs = lines.map(() => 1);
  const head = Float64Array.from(lines, (_, at) => -at);
  expect([...keepBest(bm25(lines, 'where are headers parsed?'), costs, 10)]).toEqual([
    21, 22, 23, 24, 25, 26, 27, 28, 29, 30,
  ]);
  expect([...keepBest(head, costs, 3)]).toEqual([1, 2, 3]);
  expect([...keepBest(head, [2, 5, 1], 4)]).toEqual([1]);
});

const CASE: EvalCase = {
  ...{ family: 'commit', commit: 'c0ffee', path: 'a.ts', question: 'Where is b?' },
  ...{ text: 'a\nb\nc\nd', gold: [[2, 2]] },
};

function judged(outcome: PruneOutcome) {
  const pruner = { prune: async () => outcome };
  const signal = new AbortController().signal;
  return judge(CASE, { pruner, count: words, ratio: undefined, signal, now: () => 0 });
}

test('a verdict compares at equal tokens, for pruners that tell their lines and those that do not', async () => {
  const plain = await judged({ ok: true, engine: 'remote', text: 'b\n(filtered 2 lines)' });
  expect(plain).toMatchObject({ share: 1, pruner: { hit: 1, cover: 1 }, head: { hit: 1 } });
  const marked = await judged({ ok: true, engine: 'remote', text: 'b' });
  expect(marked).toMatchObject({ share: 0.25, pruner: { hit: 1 }, bm25: { hit: 0 }, head: { hit: 0 } });
});

test('a pruner that fails is told, not counted', async () => {
  await expect(judged({ ok: false, code: 'http_error', message: 'HTTP 500' })).rejects.toThrow(
    'the pruner failed: HTTP 500',
  );
});

test.each([
  ['fix(core): Send no header twice to a peer that resets (#12)', 'Send no header twice to a peer that resets'],
  [
    'Send no header twice to a peer\n\nSigned-off-by: A\n\nPeers that reset lose\nthe second one.',
    'Send no header twice to a peer. Peers that reset lose the second one.',
  ],
  ['Bump the version of everything there is', undefined],
  ['Fix it', undefined],
])('a message as a question: %j', (message, question) => {
  expect(commitQuestion(message)).toBe(question);
});

test('a diff’s old lines', () => {
  const diff = '@@ -3,2 +3 @@ f\n-a\n-b\n@@ -7,0 +8,2 @@\n+x\n@@ -0,0 +1 @@\n+y\n@@ -90 +80 @@\n-z';
  expect(changedRanges(diff, 50)).toEqual([
    [3, 4],
    [7, 8],
    [1, 1],
  ]);
});

test('an order is the same for the same seed', () => {
  const values = Array.from({ length: 50 }, (_, at) => at);
  expect(seededOrder(values, 7)).toEqual(seededOrder(values, 7));
  expect(seededOrder(values, 7)).not.toEqual(seededOrder(values, 8));
  expect(seededOrder(values, 7).sort((a, b) => a - b)).toEqual(values);
});

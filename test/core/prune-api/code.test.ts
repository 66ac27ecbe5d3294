import { expect, test } from 'vitest';
import type { PruneOutcome, PruneRequest, Pruner } from '../../../src/engine/pruner.ts';
import { stubPruner } from '../../contract/stub-pruner.ts';
import { codeAnswer, failure } from './test-door.ts';

const CODE = Array.from({ length: 40 }, (_, i) => (i === 20 ? 'const needle = find(hay);' : `const line${i} = ${i};`))
  .join('\n')
  .concat('\n');

const answering = (outcome: PruneOutcome): Pruner => ({ prune: () => Promise.resolve(outcome) });

test('all eight fields of A are there with the right types', async () => {
  const answer = await codeAnswer({ query: 'needle', code: CODE });
  expect(answer).toMatchObject({
    score: 1,
    pruned_code: '(filtered 20 lines)\nconst needle = find(hay);\n(filtered 19 lines)',
    kept_frags: [21],
    error_msg: null,
    reasons: ['match'],
    kind: 'source',
    method: 'stub-1',
    engine: 'embedded',
    request_id: 'test-id',
  });
  expect(answer.token_scores).toHaveLength(40);
  expect(answer.token_scores[20]).toEqual(['const needle = find(hay);', 1]);
  for (const count of [answer.origin_token_cnt, answer.left_token_cnt, answer.model_input_token_cnt]) {
    expect(Number.isInteger(count)).toBe(true);
  }
  expect(answer.left_token_cnt).toBeLessThan(answer.origin_token_cnt);
  expect(answer.model_input_token_cnt).toBe(answer.origin_token_cnt + 1);
  expect(answer.retention_ratio).toBe(answer.left_token_cnt / answer.origin_token_cnt);
});

test('nothing removed: byte-identical, equal counts, every line kept', async () => {
  const answer = await codeAnswer({ query: 'x', code: 'x1\r\nx2\r\nx3\r\n' });
  expect(answer.pruned_code).toBe('x1\r\nx2\r\nx3\r\n');
  expect(answer.left_token_cnt).toBe(answer.origin_token_cnt);
  expect(answer.kept_frags).toEqual([1, 2, 3]);
});

test('where rendering would not save tokens the text passes through', async () => {
  const answer = await codeAnswer({ query: 'a', code: 'b\na\nb\na' });
  expect(answer.pruned_code).toBe('b\na\nb\na');
  expect(answer.kept_frags).toEqual([1, 2, 3, 4]);
  expect(answer.left_token_cnt).toBe(answer.origin_token_cnt);
  expect(answer.reasons).toEqual(['whole', 'whole', 'whole', 'whole']);
});

test("line numbers of a text kept whole follow Python's splitlines()", async () => {
  const code = 'a\u000ba\u000ca\u001ca\u0085a\u2028a\ra\r\na\n';
  const answer = await codeAnswer({ query: 'a', code });
  expect(answer.pruned_code).toBe(code);
  expect(answer.kept_frags).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(answer.token_scores).toHaveLength(8);
});

test('the empty text is answered without the engine', async () => {
  const seen: PruneRequest[] = [];
  const answer = await codeAnswer({ query: 'a', code: '' }, stubPruner(seen));
  expect(answer).toMatchObject({ pruned_code: '', kept_frags: [], origin_token_cnt: 0, left_token_cnt: 0 });
  expect(answer).toMatchObject({ retention_ratio: 1, error_msg: null });
  expect(seen).toEqual([]);
});

test.each([
  ['blank', ' \n\t '],
  ['too long', 'why '.repeat(10_000)],
])('a query that is %s is answered with the text unchanged and error_msg', async (reason, query) => {
  const seen: PruneRequest[] = [];
  const answer = await codeAnswer({ query, code: CODE }, stubPruner(seen));
  expect(answer.pruned_code).toBe(CODE);
  expect(answer.error_msg).toContain(`query is ${reason}`);
  expect(answer.left_token_cnt).toBe(answer.origin_token_cnt);
  expect(seen).toEqual([]);
});

test('fields reach the engine, coerced as Pydantic coerces them', async () => {
  const seen: PruneRequest[] = [];
  await codeAnswer(
    {
      query: '  needle ',
      code: CODE,
      threshold: '0.25',
      always_keep_first_frags: 'yes',
      chunk_overlap_tokens: '50',
      target_ratio: '1e-1',
      max_tokens: ' 200 ',
      markers: 'ranges',
      path: 'src/a.ts',
      kind: 'source',
      first_line: 100,
      aggregate_method: 'max',
      language: 'python',
    },
    stubPruner(seen),
  );
  expect(seen).toEqual([
    expect.objectContaining({
      text: CODE,
      question: 'needle',
      threshold: 0.25,
      keepFirstLine: true,
      targetRatio: 0.1,
      maxTokens: 200,
      markers: 'ranges',
      path: 'src/a.ts',
      kind: 'source',
      firstLine: 100,
    }),
  ]);
});

test('what is not said is left to the engine, a threshold beyond 0..1 means the nearer end, our own fields may be null', async () => {
  const seen: PruneRequest[] = [];
  await codeAnswer({ query: 'q', code: 'q', target_ratio: null, path: null }, stubPruner(seen));
  await codeAnswer({ query: 'q', code: 'q', threshold: -3 }, stubPruner(seen));
  await codeAnswer({ query: 'q', code: 'q', threshold: 7 }, stubPruner(seen));
  expect(seen.map(({ threshold }) => threshold)).toEqual([undefined, 0, 1]);
  expect(seen[0]).toMatchObject({ keepFirstLine: false, targetRatio: undefined, path: undefined });
});

test('scores stay within 0..1 whatever the engine says', async () => {
  const details = {
    kind: 'log',
    method: 'odd',
    lineCount: 2,
    keptLines: [1],
    lineScores: Float32Array.of(7, Number.NaN),
    reasons: ['match', 'none'],
    score: -4,
    changed: true,
  } as const;
  const code = `a\n${'long words of no interest '.repeat(9)}`;
  const answer = await codeAnswer(
    { query: 'q', code },
    answering({ ok: true, text: 'a', engine: 'embedded', details }),
  );
  expect(answer.score).toBe(0);
  expect(answer.token_scores.map(([, score]) => score)).toEqual([1, 0]);
});

test('an engine that tells nothing about its lines is not believed', async () => {
  const answer = await codeAnswer({ query: 'q', code: CODE }, answering({ ok: true, text: 'x', engine: 'remote' }));
  expect(answer.pruned_code).toBe(CODE);
  expect(answer.left_token_cnt).toBe(answer.origin_token_cnt);
});

test.each([
  ['timeout', 'engine_timeout'],
  ['http_error', 'engine_failed'],
  ['invalid_response', 'engine_failed'],
] as const)('an engine that fails with %s is a failure, never a made-up answer', async (code, wire) => {
  const outcome = { ok: false, code, message: 'it broke' } as const;
  expect(await failure({ query: 'q', code: 'x' }, answering(outcome))).toMatchObject({ code: wire });
});

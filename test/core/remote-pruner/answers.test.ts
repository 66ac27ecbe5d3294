import { expect, test } from 'vitest';
import type { PruneRequest } from '../../../src/engine/pruner.ts';
import { createSessionMemory } from '../../../src/session-memory/session-memory.ts';
import { sourceText } from '../engine/texts.ts';
import { upstreamDouble } from './upstream-double.ts';

const LINES = Array.from({ length: 30 }, (_, i) => `const value${i} = compute(${i}, offset);`);
const TEXT = LINES.join('\n');
const ASK: PruneRequest = { text: TEXT, question: 'value' };

const asked = (answer: object | string, request: Partial<PruneRequest> = {}) =>
  upstreamDouble(() => (typeof answer === 'string' ? new Response(answer) : Response.json(answer))).pruner.prune({
    ...ASK,
    ...request,
  });

async function pruned(answer: object, request?: Partial<PruneRequest>) {
  const outcome = await asked(answer, request);
  if (!outcome.ok || outcome.details === undefined) throw new Error(JSON.stringify(outcome));
  return { ...outcome, details: outcome.details };
}

test('neither a context nor a blank question is sent', async () => {
  const { pruner, sent } = upstreamDouble(() => Response.json({ pruned_code: TEXT }));
  const memory = createSessionMemory();
  memory.push({ kind: 'asked', text: 'a quokka', isSummary: false });
  const context = memory.context();
  await pruner.prune({ ...ASK, context });
  expect(sent.map(({ init }) => JSON.parse(String(init.body)))).toEqual([{ query: 'value', code: TEXT }]);
  const whole = await pruner.prune({ ...ASK, question: '', context, automatic: 'balanced' });
  expect(whole).toMatchObject({
    ok: true,
    text: TEXT,
    refusal: 'query is blank, which swe-pruner does not support: nothing was pruned',
  });
  expect(sent).toHaveLength(1);
});

test('kept_frags decide, whatever the text beside them says, and details are complete', async () => {
  const scores = LINES.map((line, i) => [line, i / 100]);
  const outcome = await pruned({
    score: 0.25,
    kept_frags: [9, 3, 4, 9],
    pruned_code: 'rm -rf / # fabricated',
    token_scores: scores,
    error_msg: null,
  });
  expect(outcome.text).toBe(
    `(filtered 2 lines)\n${LINES[2]}\n${LINES[3]}\n(filtered 4 lines)\n${LINES[8]}\n(filtered 21 lines)`,
  );
  expect(outcome.engine).toBe('remote');
  expect(outcome.details).toMatchObject({
    kind: 'source',
    method: 'upstream/1',
    lineCount: 30,
    keptLines: [3, 4, 9],
    score: 0.25,
    changed: true,
  });
  expect(outcome.details.lineScores[29]).toBeCloseTo(0.29);
  expect(outcome.details.reasons.slice(0, 4)).toEqual(['none', 'none', 'match', 'match']);
});

test('markers, line breaks and the final newline are ours', async () => {
  const text = `${LINES.join('\r\n')}\r\n`;
  const { text: out } = await pruned({ kept_frags: [2] }, { text, markers: 'ranges', firstLine: 101 });
  expect(out).toBe(`(filtered 1 lines: 101-101)\r\n${LINES[1]}\r\n(filtered 28 lines: 103-130)\r\n`);
});

test('scores that are not one finite number a line are not taken', async () => {
  for (const token_scores of [
    [['const', 0.9]],
    LINES.map((line) => [line, 'high']),
    LINES.map((line) => [line, null]),
    'none',
    undefined,
  ]) {
    const { details } = await pruned({ kept_frags: [2], token_scores });
    expect([...details.lineScores]).toEqual(LINES.map((_, i) => (i === 1 ? 1 : 0)));
  }
  const { details } = await pruned({ kept_frags: [2], token_scores: LINES.map((line) => [line, 7]), score: -3 });
  expect(Math.max(...details.lineScores)).toBe(1);
  expect(details.score).toBe(0);
});

const UPSTREAM_TEXT = `(filtered 2 lines)\n${LINES[2]}\n${LINES[3]}\n(filtered 26 lines)`;

test.each<[string, unknown]>([
  ['missing', undefined],
  ['null', null],
  ['no numbers', ['a']],
  ['fractions', [1.5]],
  ['0-based', [0, 2]],
  ['beyond the end', [2, 31]],
])('kept_frags that are %s: the text is aligned line by line', async (_, kept_frags) => {
  const outcome = await pruned({ kept_frags, pruned_code: UPSTREAM_TEXT });
  expect(outcome.text).toBe(UPSTREAM_TEXT);
  expect(outcome.details.keptLines).toEqual([3, 4]);
});

test.each<[string, object | string]>([
  ['no JSON', '<html>busy</html>'],
  ['JSON cut short', '{"kept_frags": [1, 2'],
  ['a list', '[1, 2]'],
  ['null', 'null'],
  ['nothing of use', {}],
  ['an empty text', { pruned_code: '' }],
  ['a line that was never sent', { pruned_code: `${LINES[0]}\nconst evil = 1;` }],
  ['a line that was changed', { pruned_code: `${LINES[0]}  ` }],
  ['lines in another order', { pruned_code: `${LINES[5]}\n${LINES[2]}` }],
  ['a gap beyond the end', { pruned_code: `${LINES[0]}\n(filtered 99 lines)` }],
  ['a text that is no string', { pruned_code: 7 }],
  ['an error_msg beside another text', { pruned_code: UPSTREAM_TEXT, error_msg: 'out of memory', kept_frags: [3] }],
])('%s is an invalid response', async (_, answer) => {
  expect(await asked(answer)).toMatchObject({ ok: false, code: 'invalid_response' });
});

test('an error_msg beside the unchanged text is a refusal: kept whole, and said', async () => {
  const outcome = await pruned({ pruned_code: TEXT, kept_frags: [], error_msg: `query too long ${'x'.repeat(999)}` });
  expect(outcome.text).toBe(TEXT);
  expect(outcome.refusal).toMatch(/^query too long/);
  expect(outcome.refusal?.length).toBeLessThanOrEqual(300);
  expect(outcome.details.changed).toBe(false);
});

test('the unchanged text means that nothing is removed, whatever kept_frags say', async () => {
  const outcome = await pruned({ pruned_code: TEXT, kept_frags: [], score: 0.9 });
  expect(outcome).toMatchObject({ text: TEXT, details: { changed: false, score: 0.9 } });
});

test('evidence is kept on top of what the upstream keeps, and the first line where asked for', async () => {
  const log = LINES.map((_, i) => (i === 15 ? '12:00:00 ERROR disk failed' : `12:00:00 INFO step ${i} of the work`));
  const { details } = await pruned({ kept_frags: [28] }, { text: log.join('\n'), kind: 'log', keepFirstLine: true });
  expect(details.keptLines).toEqual([1, 13, 14, 15, 16, 17, 18, 19, 28]);
  expect(details.reasons[15]).toBe('evidence');
  expect(details.reasons[0]).toBe('first');
});

test('a single line between two kept ones is shown, not marked', async () => {
  const { details } = await pruned({ kept_frags: [5, 7] });
  expect(details.keptLines).toEqual([5, 6, 7]);
  expect(details.reasons[5]).toBe('gap');
});

test('a share is held by the scores of the upstream, and among what it kept where it gave none', async () => {
  const text = sourceText(5, 200);
  const lines = text.split('\n').filter((line, i, all) => i < all.length - 1 || line !== '');
  const token_scores = lines.map((line, i) => [line, i >= 100 && i < 110 ? 0.9 : 0.1]);
  const scored = await pruned({ kept_frags: [1], token_scores, score: 1 }, { text, targetRatio: 0.08 });
  expect(scored.details.keptLines).toContain(103);
  expect(scored.details.keptLines.length).toBeLessThan(40);
  const unscored = await pruned({ kept_frags: [101, 102, 103, 150] }, { text, targetRatio: 0.5 });
  expect(unscored.details.keptLines).toEqual(expect.arrayContaining([101, 102, 103, 150]));
  expect(unscored.details.keptLines.length).toBeLessThan(20);
  expect(unscored.details.reasons[100]).toBe('match');
});

test('other limits are applied to the same answer: the upstream is asked once', async () => {
  const text = sourceText(5, 200);
  const kept_frags = Array.from({ length: 60 }, (_, i) => i + 40);
  const { pruner, sent } = upstreamDouble(() => Response.json({ kept_frags }));
  const first = await pruner.prune({ text, question: 'q', targetRatio: 0.2 });
  if (!first.ok) return expect.fail(first.message);
  const less = await first.again?.({ text, question: 'q', targetRatio: 0.1 });
  expect(sent).toHaveLength(1);
  expect(less?.ok && less.text.length < first.text.length).toBe(true);
});

test.each<[string, Partial<PruneRequest>]>([
  ['disputed line breaks', { text: `${TEXT}\u2028x` }],
  ['a diff', { text: `diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n-a\n+b\n c\n` }],
  ['fewer than three lines', { text: 'a\nb' }],
])('%s: passed through without asking', async (_, request) => {
  const { pruner, sent } = upstreamDouble(() => Response.json({ kept_frags: [1] }));
  expect(await pruner.prune({ ...ASK, ...request })).toMatchObject({
    ok: true,
    ...request,
    details: { changed: false },
  });
  expect(sent).toHaveLength(0);
});

test('a line that looks like a marker is a line where it stands', async () => {
  const text = ['a line of some length', '(filtered 3 lines)', 'another line of some length', ...LINES].join('\n');
  const pruned_code = `(filtered 1 lines)\n(filtered 3 lines)\nanother line of some length\n(filtered 30 lines)`;
  const { details } = await pruned({ pruned_code }, { text });
  expect(details.keptLines).toEqual([2, 3]);
});

import { expect, test } from 'vitest';
import { createApp } from '../../../../worker/app/app.ts';

/**
 * "The contract that satisfies all of them": everything that the known clients of swe-pruner rely on, point by point.
 */
const app = createApp();

async function prune(body: unknown, path = '/prune') {
  const headers = { 'content-type': 'application/json' };
  const answer = await app.request(path, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: answer.status, body: await answer.json() };
}

const QUESTION = 'where is the retry delay computed';
const CODE = Array.from({ length: 80 }, (_, i) =>
  i === 40
    ? 'function computeRetryDelay(attempt) {\n  return 2 ** attempt;\n}'
    : `export const setting${i} = 'value ${i}';`,
).join('\n');

test('1. dialects by body, status 200, /prune/ served directly, unknown fields tolerated', async () => {
  const a = { query: QUESTION, code: CODE, aggregate_method: 'max', language: 'js' };
  const b = { goal: QUESTION, documents: [{ text: CODE, extra: 1 }], extra: [] };
  const c = { history: [QUESTION], tool_call: { name: 'read' }, tool_response: CODE, threshold: 0.5, tools: [] };
  for (const path of ['/prune', '/prune/']) {
    expect(await prune(c, path)).toMatchObject({ status: 200, body: { kept_line_count: expect.any(Number) } });
    expect(await prune(a, path)).toMatchObject({ status: 200, body: { pruned_code: expect.any(String) } });
    expect(await prune(b, path)).toMatchObject({ status: 200, body: { ok: true, text: expect.any(String) } });
  }
});

test('2. all eight fields of A always, with the right types, score in [0,1]', async () => {
  for (const body of [
    { query: QUESTION, code: CODE },
    { query: QUESTION, code: '' },
    { query: ' ', code: CODE },
    { query: 'y'.repeat(99_999), code: CODE },
  ]) {
    const answer = (await prune(body)).body;
    expect(answer).toMatchObject({
      pruned_code: expect.any(String),
      origin_token_cnt: expect.toSatisfy(Number.isInteger),
      left_token_cnt: expect.toSatisfy(Number.isInteger),
      model_input_token_cnt: expect.toSatisfy(Number.isInteger),
      score: expect.toSatisfy((score) => score >= 0 && score <= 1),
      error_msg: expect.toSatisfy((message) => message === null || typeof message === 'string'),
    });
    expect(answer.kept_frags.every(Number.isInteger)).toBe(true);
    expect(
      answer.token_scores.every((pair: unknown[]) => typeof pair[0] === 'string' && Number.isFinite(pair[1])),
    ).toBe(true);
  }
});

test('3. nothing removed: byte-identical and equal counts; otherwise fewer tokens; never a rendering that costs', async () => {
  const whole = (await prune({ query: QUESTION, code: CODE, threshold: 0 })).body;
  expect(whole.pruned_code).toBe(CODE);
  expect(whole.left_token_cnt).toBe(whole.origin_token_cnt);
  const cut = (await prune({ query: QUESTION, code: CODE })).body;
  expect(cut.pruned_code).not.toBe(CODE);
  expect(cut.left_token_cnt).toBeLessThan(cut.origin_token_cnt);
  const tiny = 'a\nb\nc\nretry\nd\ne\nf';
  const cheap = (await prune({ query: 'retry', code: tiny, target_ratio: 0.9 })).body;
  expect(cheap.left_token_cnt < cheap.origin_token_cnt || cheap.pruned_code === tiny).toBe(true);
});

test("4. line numbers follow Python's splitlines(); text with disputed line breaks too", async () => {
  const crlf = CODE.replaceAll('\n', '\r\n');
  const cut = (await prune({ query: QUESTION, code: crlf })).body;
  expect(cut.kept_frags).toEqual((await prune({ query: QUESTION, code: CODE })).body.kept_frags);
  for (const odd of ['\u000b', '\u000c', '\u001c', '\u001d', '\u001e', '\u0085', '\u2028', '\u2029']) {
    const code = `first${odd}${CODE}${odd}last`;
    const { kept_frags, pruned_code, token_scores } = (await prune({ query: QUESTION, code })).body;
    const lines = token_scores.map(([line]: [string, number]) => line);
    expect([lines[0], lines.at(-1), lines.length]).toEqual(['first', 'last', CODE.split('\n').length + 2]);
    const shown = pruned_code.split(new RegExp(`[\n${odd}]`)).filter((line: string) => !line.startsWith('(filtered'));
    const kept = kept_frags.map((line: number) => lines[line - 1]);
    const isText = (line: string): boolean => line !== '';
    expect(kept.filter(isText)).toEqual(shown.filter(isText));
    expect(pruned_code.length).toBeLessThan(code.length / 2);
  }
});

test('5. every line shown is in kept_frags, sorted and unique', async () => {
  const { pruned_code, kept_frags } = (await prune({ query: QUESTION, code: CODE })).body;
  const lines = CODE.split('\n');
  const shown = pruned_code.split('\n').filter((line: string) => !/^\(filtered \d+ lines\)$/.test(line));
  expect(kept_frags.map((line: number) => lines[line - 1])).toEqual(shown);
  expect(kept_frags).toEqual([...new Set<number>(kept_frags)].sort((a, b) => a - b));
});

test('6. /health needs no key and nothing loaded', async () => {
  const answer = await app.request('/health');
  expect(await answer.json()).toEqual({ status: 'healthy', model_loaded: true, ok: true, backend: 'embedded' });
});

test('7. errors are JSON with detail', async () => {
  expect(await prune({})).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'query'] }, {}] } });
  const many = { goal: 'g', documents: Array.from({ length: 51 }, () => ({ text: '' })) };
  expect(await prune(many)).toMatchObject({ status: 413, body: { detail: expect.any(String) } });
  expect(await prune({}, '/elsewhere')).toMatchObject({ status: 404, body: { detail: 'Not Found' } });
});

test('7. 401 and 429 are JSON with detail too', async () => {
  const keyed = createApp({
    adminKey: 'the-administrators-secret-of-32-characters',
    limiter: () => ({ ok: false, retryAfterSeconds: 7 }),
  });
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
  const stranger = await keyed.request('/prune', init);
  expect([stranger.status, await stranger.json()]).toMatchObject([401, { detail: 'Unauthorized' }]);
  const headers = { ...init.headers, authorization: 'Bearer the-administrators-secret-of-32-characters' };
  const hasty = await keyed.request('/prune', { ...init, headers });
  expect([hasty.status, hasty.headers.get('retry-after')]).toEqual([429, '7']);
  expect(await hasty.json()).toMatchObject({ detail: expect.any(String) });
});

test('8. extra answer fields, and extra request fields of ours', async () => {
  const ask = { query: QUESTION, code: CODE, target_ratio: 0.3, max_tokens: 200, markers: 'ranges', path: 'a.js' };
  const { body } = await prune({ ...ask, kind: 'source', first_line: 11 });
  expect(body).toMatchObject({ kind: 'source', method: expect.any(String), request_id: expect.any(String) });
  expect(body.reasons).toHaveLength(body.kept_frags.length);
  expect(body.retention_ratio).toBe(body.left_token_cnt / body.origin_token_cnt);
  const gaps = [...body.pruned_code.matchAll(/\(filtered \d+ lines: (\d+)-(\d+)\)/g)];
  expect(gaps.length).toBeGreaterThan(0);
  for (const [, from, to] of gaps) expect([Number(from) >= 11, Number(to) <= 92]).toEqual([true, true]);
  expect(body.left_token_cnt).toBeLessThanOrEqual(200);
});

import { expect, test } from 'vitest';
import { createHttpPruner } from '../../../src/pruning/http-pruner.ts';

function answering(answer: Response, apiKey?: string) {
  const sent: { url: string; init: RequestInit }[] = [];
  const pruner = createHttpPruner({
    url: 'http://pruner/prune',
    apiKey,
    timeoutMs: 30_000,
    maxAnswerBytes: 1000,
    fetch: (async (url: string, init: RequestInit) => {
      sent.push({ url, init });
      return answer;
    }) as typeof fetch,
  });
  return { sent, prune: () => pruner.prune({ text: 'code', question: 'q', markers: 'ranges' }) };
}

test('the request is `{code, query}` and our extra fields, the key a bearer token, redirects are not followed', async () => {
  const { sent, prune } = answering(Response.json({ pruned_code: 'x' }), 'key');
  expect(await prune()).toEqual({ ok: true, text: 'x', engine: 'remote' });
  expect(sent).toHaveLength(1);
  const { url, init } = sent[0] as (typeof sent)[0];
  expect(url).toBe('http://pruner/prune');
  expect(init).toMatchObject({
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/json', authorization: 'Bearer key' },
  });
  expect(JSON.parse(String(init.body))).toEqual({ code: 'code', query: 'q', markers: 'ranges' });
});

test('without a key none is sent', async () => {
  const { sent, prune } = answering(Response.json({ pruned_code: 'x' }));
  await prune();
  expect(Object.keys(sent[0]?.init.headers ?? {})).not.toContain('authorization');
});

test.each<[object, string]>([
  [{ pruned_code: 'a', content: 'b', text: 'c' }, 'a'],
  [{ pruned_code: null, content: 'b', text: 'c' }, 'b'],
  [{ text: 'c' }, 'c'],
  [{ pruned_code: '' }, ''],
  [{ pruned_code: 'x', error_msg: null }, 'x'],
])('of %j the first string is taken', async (body, text) => {
  expect(await answering(Response.json(body)).prune()).toMatchObject({ ok: true, text });
});

test.each<[string, Response, string]>([
  ['500', new Response('oops', { status: 500 }), 'http_error'],
  ['404', new Response(null, { status: 404 }), 'http_error'],
  ['a redirect', new Response(null, { status: 302, headers: { location: 'file:///etc/passwd' } }), 'http_error'],
  ['204', new Response(null, { status: 204 }), 'invalid_response'],
  ['an error_msg', Response.json({ pruned_code: 'code', error_msg: 'query too long' }), 'invalid_response'],
  ['no JSON', new Response('<html>'), 'invalid_response'],
  ['no object', Response.json(['x']), 'invalid_response'],
  ['null', Response.json(null), 'invalid_response'],
  ['no field', Response.json({ score: 1 }), 'invalid_response'],
  ['a field of another type', Response.json({ pruned_code: 3 }), 'invalid_response'],
  ['too many bytes', Response.json({ pruned_code: 'x'.repeat(2000) }), 'invalid_response'],
])('%s is a failure, never an exception', async (_name, answer, code) => {
  expect(await answering(answer).prune()).toMatchObject({ ok: false, code });
});

import { expect, test } from 'vitest';
import { errorAnswerTo, errorWordsOf } from '../../../../../launcher/gateway/upstream/transport/error-body.ts';

const same = (text: string): string => text;

test.each([
  ['{"jsonrpc":"2.0","error":{"code":1,"message":"no such thing"},"id":null}', 'no such thing'],
  ['{"error":"invalid_token"}', '{"error":"invalid_token"}'],
  ['<html><script>x()</script><h1>502</h1>\n\n<p>Bad Gateway</p></html>', '502 Bad Gateway'],
  ['x'.repeat(300), 'x'.repeat(300)],
  ['x'.repeat(301), `${'x'.repeat(300)}…`],
  ['a\u0000\u001b[31mb', 'a [31mb'],
])('of %j a person is told %j', (body, words) => {
  expect(errorWordsOf(body, same)).toBe(words);
});

test('secrets are taken out before the words are cut', () => {
  const key = 'k'.repeat(20);
  const words = errorWordsOf(`${'x'.repeat(290)} ${key}`, (text) => text.replaceAll(key, '[gone]'));
  expect(words).toBe(`${'x'.repeat(290)} [gone]`);
});

test('an error is the answer to a request where it bears its id', () => {
  const request = { jsonrpc: '2.0', id: 7, method: 'tools/call' } as const;
  const answer = (id: unknown) => JSON.stringify({ jsonrpc: '2.0', id, error: { code: -1, message: 'no' } });
  expect(errorAnswerTo(request, answer(7))).toMatchObject({ id: 7, error: { code: -1 } });
  for (const body of [answer(8), answer(null), '{"jsonrpc":"2.0","id":7,"result":{}}', 'no', '7']) {
    expect(errorAnswerTo(request, body)).toBeUndefined();
  }
  expect(errorAnswerTo({ jsonrpc: '2.0', method: 'x' }, answer(undefined))).toBeUndefined();
});

test('an error that tells of a newer version is the answer, though its server has read no id', () => {
  const request = { jsonrpc: '2.0', id: 7, method: 'initialize' } as const;
  const error = { code: -32022, message: 'Unsupported protocol version' };
  expect(errorAnswerTo(request, JSON.stringify({ jsonrpc: '2.0', id: null, error }))).toEqual({
    ...{ jsonrpc: '2.0', id: 7, error },
  });
});

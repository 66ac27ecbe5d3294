import { expect, test } from 'vitest';
import { readMessage } from '../../../src/mcp/read-message.ts';
import { writeMessage } from '../../../src/mcp/write-message.ts';

const there = (json: string): string => writeMessage(readMessage(json) as object);

test('ids and prices that are handed through a message keep their digits', () => {
  for (const json of [
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","arguments":{"id":1234567890123456789}}}',
    '{"jsonrpc":"2.0","id":1,"result":{"content":[],"structuredContent":{"price":19.90,"n":[1e3]}}}',
    '{"jsonrpc":"2.0","id":1,"result":{"action":"accept","content":{"amount":10.00}}}',
  ])
    expect(there(json)).toBe(json);
});

test('numbers of the protocol are plain, however a server writes them', () => {
  const json = '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progress":0.50,"total":1e3}}';
  expect(readMessage(json)).toEqual(JSON.parse(json));
  expect(readMessage('{"jsonrpc":"2.0","id":7.0,"result":{}}')).toMatchObject({ id: 7 });
  expect(readMessage('[{"id":1.0},null,3.0]')).toEqual([{ id: 1 }, null, 3]);
});

test('half of a surrogate pair leaves as U+FFFD, and what only looks like one as it is', () => {
  const shown = (text: string): unknown => JSON.parse(writeMessage({ text })).text;
  expect(shown('a\ud83db\udc00')).toBe('a\ufffdb\ufffd');
  expect(shown('\\\ud83d\\\\\udc00')).toBe('\\\ufffd\\\\\ufffd');
  expect(JSON.parse(writeMessage({ '\ud83d': 1 }))).toEqual({ '\ufffd': 1 });
  for (const text of ['\u{1f600}', String.raw`\ud83d`, String.raw`\\ud83d`, '\\ud83d\\udc00']) {
    expect(shown(text)).toBe(text);
  }
});

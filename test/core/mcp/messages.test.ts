import { expect, test } from 'vitest';
import { JsonNumber } from '../../../src/json/json-number.ts';
import { classifyMessage } from '../../../src/mcp/json-rpc.ts';
import { readClientMessage, readMessage } from '../../../src/mcp/read-message.ts';
import { writeMessage } from '../../../src/mcp/write-message.ts';

const there = (json: string): string => writeMessage(readMessage(json) as object);

test('ids and prices that are handed through a message keep their digits', () => {
  for (const json of [
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","arguments":{"id":1234567890123456789}}}',
    '{"jsonrpc":"2.0","id":1,"result":{"content":[],"structuredContent":{"price":19.90,"n":[1e3]}}}',
    '{"jsonrpc":"2.0","id":1,"result":{"action":"accept","content":{"amount":10.00}}}',
    '{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"tool_use","input":{"id":1.50}}],"_meta":{"cost":0.10}}}',
    '{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"x","data":[1234567890123456789]}}',
    '{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"x","data":1e3}}',
    '{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":{"price":19.90}}}',
    '{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":12345678901234567890}}',
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","_meta":{"trace":12345678901234567890}}}',
    '{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"a","_meta":{"cost":0.10}}]}}',
    '{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a","inputSchema":{"properties":{"a":{"default":19.90}}}}]}}',
    '{"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":{"requestedSchema":{"default":1e3}}}',
    '{"jsonrpc":"2.0","id":1,"method":"sampling/createMessage","params":{"messages":[{"content":[{"input":[2.0]}]}]}}',
  ])
    expect(there(json)).toBe(json);
});

test('numbers of the protocol are plain, however a server writes them', () => {
  const json = '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progress":0.50,"total":1e3}}';
  expect(readMessage(json)).toEqual(JSON.parse(json));
  expect(readMessage('{"jsonrpc":"2.0","id":7.0,"result":{}}')).toMatchObject({ id: 7 });
  expect(readMessage('[{"id":1.0},null,3.0]')).toEqual([{ id: 1 }, null, 3]);
  const asked = '{"id":1,"method":"m","params":{"_meta":{"progressToken":1e3,"n":1e3}}}';
  const { params } = readMessage(asked) as { params: { _meta: object } };
  expect(params._meta).toEqual({ progressToken: 1000, n: new JsonNumber('1e3') });
});

test('a client gets the numbers back by which it tells its requests apart', () => {
  const json =
    '{"jsonrpc":"2.0","id":12345678901234567890,"method":"m","params":{"requestId":7.0,"_meta":{"progressToken":1e3}}}';
  expect(writeMessage(readClientMessage(json) as object)).toBe(json);
  expect(classifyMessage(readClientMessage(json))).toMatchObject({ kind: 'request' });
  expect(readClientMessage('{"id":7.0,"result":{}}')).toEqual({ id: 7, result: {} });
  expect(readClientMessage('[{"id":1.0,"method":"m"},null]')).toEqual([{ id: 1, method: 'm' }, null]);
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

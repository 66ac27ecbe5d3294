import { expect, test } from 'vitest';
import { classifyMessage } from '../../../src/mcp/json-rpc.ts';
import { readMessage } from '../../../src/mcp/read-message.ts';
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
    '{"jsonrpc":"2.0","id":1,"method":"sampling/createMessage","params":{"maxTokens":1e3,"temperature":0.10}}',
    '{"jsonrpc":"2.0","id":1,"method":"sampling/createMessage","params":{"modelPreferences":{"costPriority":1.0}}}',
    '{"jsonrpc":"2.0","id":1,"result":{"resources":[{"uri":"a:b","annotations":{"priority":0.50},"size":1e3}]}}',
    '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":0.50,"total":1e3}}',
  ])
    expect(there(json)).toBe(json);
});

test('numbers that we read ourselves are plain, however a server writes them', () => {
  const json = '{"jsonrpc":"2.0","id":7.0,"result":{"task":{"ttl":6e4,"pollInterval":1e3}}}';
  expect(readMessage(json)).toEqual(JSON.parse(json));
  expect(readMessage('{"id":7.0,"error":{"code":-3.2e4}}')).toEqual({ id: 7, error: { code: -32000 } });
  expect(readMessage('[{"id":1.0},null,3.0]')).toEqual([{ id: 1 }, null, 3]);
});

test('a sender gets the numbers back by which it tells its requests apart', () => {
  const json =
    '{"jsonrpc":"2.0","id":12345678901234567890,"method":"m","params":{"requestId":7.0,"_meta":{"progressToken":1e3}}}';
  expect(there(json)).toBe(json);
  expect(there(`[${json},null]`)).toBe(`[${json},null]`);
  expect(classifyMessage(readMessage(json))).toMatchObject({ kind: 'request' });
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

import { expect, test } from 'vitest';
import { JsonNumber } from '../../../src/base/json/json-number.ts';
import { parseRequest } from '../../../src/mcp/parse-request.ts';
import { writeMessage } from '../../../src/mcp/write-message.ts';

test.each([
  ['{"jsonrpc":"2.0","id":12345678901234567890,"method":"m"}', '12345678901234567890'],
  ['{"params":{"id":1.0},"a":["id",{"id":2}],"b":"\\"id\\":3.0","id" : 7.0}', '7.0'],
  ['{"a":"id","id":1e3}', '1e3'],
  ['{"id":1.0,"id":2.0}', '2.0'],
])('the id of a request keeps its characters: %s', (json, id) => {
  expect((parseRequest(json) as { id: unknown }).id).toEqual(new JsonNumber(id));
  expect(JSON.parse(writeMessage(parseRequest(json) as object))).toEqual(JSON.parse(json));
});

test('each request of a batch keeps its id', () => {
  const json =
    '[ {"id":1.0,"a":{"id":4.0}}, "id", {"id":2}, [{"id":5.0},6], null, {"b":[1,2],"id":12345678901234567890}]';
  expect(writeMessage(parseRequest(json) as object)).toBe(
    json.replaceAll(' ', '').replace('4.0', '4').replace('5.0', '5'),
  );
});

test.each([
  '{"id":7,"params":{"arguments":{"n":1.0}}}',
  '{"id":"1.0"}',
  '{"params":{"id":1.0}}',
  '{"id":null}',
  '[[{"id":1.0}],{"a":[{"id":1.0}]}]',
  '[null,1.0,{"id":"1.0"}]',
  'null',
  '1.0',
])('everything else is parsed as by JSON.parse: %s', (json) => {
  expect(parseRequest(json)).toStrictEqual(JSON.parse(json));
});

test('what is no JSON is refused', () => {
  for (const json of ['{"id":1.0', '{"id":01}', '']) expect(() => parseRequest(json)).toThrow(SyntaxError);
});

import { expect, test } from 'vitest';
import { JsonNumber } from '../../../src/base/json/json-number.ts';
import { readMessage } from '../../../src/mcp/read-message.ts';

const price = new JsonNumber('1.50');

test.each([
  ['arguments of a call', '{"params":{"arguments":{"n":1.50}}}', { params: { arguments: { n: price } } }],
  ['structured content', '{"result":{"structuredContent":[1.50]}}', { result: { structuredContent: [price] } }],
  [
    'what a user has filled in',
    '{"result":{"action":"accept","content":{"n":1.50}}}',
    { result: { action: 'accept', content: { n: price } } },
  ],
  [
    'a batch',
    '[{"params":{"arguments":[1.50]}},{"error":{"data":1.50}}]',
    [{ params: { arguments: [price] } }, { error: { data: price } }],
  ],
])('a number that is handed through keeps its characters: %s', (_, json, message) => {
  expect(readMessage(json)).toEqual(message);
});

test.each([
  ['of the protocol', '{"id":1.50,"params":{"n":1.50,"task":{"ttl":1.50}}}'],
  ['in blocks of a result', '{"result":{"content":[{"type":"text","n":1.50}]}}'],
  ['where nothing is handed through', '{"id":1.50,"params":null,"result":null}'],
  ['of a batch', '[{"id":1.50},null,1.50,"1.50"]'],
  ['alone', '[1.50]'],
  ['of a message that has plain ones alone', '{"id":1,"params":{"arguments":[2.5]}}'],
])('a number is a plain one: %s', (_, json) => {
  expect(readMessage(json)).toEqual(JSON.parse(json));
});

test('what is no JSON is refused, with such numbers and without', () => {
  for (const json of ['{"id":1', '{"id":1.50', '']) expect(() => readMessage(json)).toThrow(SyntaxError);
});

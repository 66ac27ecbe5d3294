import { expect, test } from 'vitest';
import { mendJson } from '../../../../src/transcripts/session-stream.ts';

test.each([
  ['{"a":[{"b":1},{"c":"}]', '{"a":[{"b":1}]}'],
  ['{"a":{"b":[1,2]},"c', '{"a":{"b":[1,2]}}'],
  ['[{"a":"\\"]"},{"b"', '[{"a":"\\"]"}]'],
  ['{"a":[[1],[2],', '{"a":[[1],[2]]}'],
])('%s is ended after what is whole', (text, mended) => {
  expect(mendJson(text)).toBe(mended);
  expect(() => JSON.parse(mended)).not.toThrow();
});

test.each(['', '{', '{"a":"}', '[1,2'])('%j holds nothing whole', (text) => {
  expect(mendJson(text)).toBeUndefined();
});

test('closers that match nothing end it', () => {
  expect(mendJson('{"a":[{}}]}')).toBe('{"a":[{}]}');
});

test('lists in many lists took time in the square of their number', () => {
  expect(mendJson(`${'['.repeat(200_000)}${'[]'.repeat(200_000)}`)).toBeUndefined();
});

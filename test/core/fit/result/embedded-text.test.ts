import { expect, test } from 'vitest';
import { embeddedText } from '../../../../src/fit/result/embedded-text.ts';

const LINES = Array.from({ length: 40 }, (_, i) => `line ${i} "quoted" é`).join('\n');

test.each([
  [{ content: LINES, size: 3 }, '$.content'],
  [{ files: [{ 'odd key': 'x' }, { 'odd key': LINES }] }, '$.files[1]["odd key"]'],
  [[LINES], '$[0]'],
])('the text that JSON is mostly made of is found, and put back in its place alone', (value, path) => {
  const json = JSON.stringify(value, null, 2);
  const found = embeddedText(json);
  expect(found).toMatchObject({ text: LINES, path });
  expect(found?.with(LINES)).toBe(json);
  expect(JSON.parse(found?.with('short') ?? '')).toEqual(JSON.parse(json.replace(JSON.stringify(LINES), '"short"')));
});

test('numbers beyond 2^53 around it stay what they are', () => {
  const json = `{"id": 12345678901234567890, "text": ${JSON.stringify(LINES)}}`;
  expect(embeddedText(json)?.with('x')).toBe('{"id": 12345678901234567890, "text": "x"}');
});

test.each([
  ['no JSON', LINES],
  ['few lines', JSON.stringify({ content: 'a\nb'.repeat(5) })],
  ['a small part', JSON.stringify({ content: LINES, rest: Array.from({ length: 500 }, (_, i) => i) })],
  ['twice', JSON.stringify([LINES, LINES])],
  ['other escapes', JSON.stringify({ content: LINES }).replace('é', '\\u00e9')],
])('%s: none', (_what, json) => {
  expect(embeddedText(json)).toBeUndefined();
});

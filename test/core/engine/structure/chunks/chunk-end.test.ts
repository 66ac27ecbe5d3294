import { expect, test } from 'vitest';
import { chunkEnd } from '../../../../../src/engine/structure/chunks/to-chunks.ts';

const chunk = (text: string): string => text.slice(0, chunkEnd(text, 0, text.length));

test('what is left is one chunk where it is short', () => {
  expect(chunk('x'.repeat(200))).toHaveLength(200);
});

test.each([
  ['a statement', `${'a,b '.repeat(25)};${'c,d '.repeat(99)}`, /;$/],
  ['an item of a list', `${'"k": 1, '.repeat(12)}},${'"k": 1, '.repeat(99)}`, /\},$/],
  ['a function', `${'a, '.repeat(30)}}${'b, '.repeat(99)}`, /\}$/],
  ['a comma', `${'ab '.repeat(30)},${'cd '.repeat(99)}`, /,$/],
  ['a space', 'word '.repeat(99), / $/],
])('a chunk ends behind %s', (_, text, end) => {
  expect(chunk(text)).toMatch(end);
  expect(chunk(text).length).toBeLessThanOrEqual(160);
});

test('where nothing ends, never between the halves of a character or of an escape sequence', () => {
  expect(chunk(`x${'😀'.repeat(200)}`)).toHaveLength(159);
  expect(chunk(`x${'\\n'.repeat(200)}`)).toHaveLength(159);
});

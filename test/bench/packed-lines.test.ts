import { expect, test } from 'vitest';
import { packLines, unpackLines } from './packed-lines.ts';

test('values come back as they were, whatever line ends and signs their texts hold', () => {
  const values = [{ text: 'one\r\ntwo\n\n' }, { text: '\u2028 \u0000 ü 😀' }, { text: '' }];
  expect(unpackLines(packLines(values))).toEqual(values);
  expect(unpackLines(packLines([]))).toEqual([]);
});

test('the same values give the same bytes, so that a file changes only with its content', () => {
  const values = Array.from({ length: 200 }, (_, i) => ({ id: i, text: `line ${i} of many` }));
  expect(packLines(values)).toEqual(packLines(structuredClone(values)));
});

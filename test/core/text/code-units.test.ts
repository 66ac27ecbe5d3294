import { expect, test } from 'vitest';
import { releaseUnits, toCodeUnits, unitsOf } from '../../../src/text/code-units.ts';
import { splitLines } from '../../../src/text/lines.ts';

const PART = 16_384;

const texts: readonly (readonly [string, string])[] = [
  ['nothing', ''],
  ['ASCII of several parts', 'abc\n'.repeat(PART)],
  ['one letter beyond ASCII in a part that is full', `é${'a'.repeat(3 * PART)}`],
  ['a part of letters that take two bytes each', 'é'.repeat(PART + 1)],
  ['letters of three bytes', '中'.repeat(2 * PART + 1)],
  ['a pair across the end of a part', `${'a'.repeat(PART - 1)}😀${'b'.repeat(PART)}`],
  [
    'lone surrogates, one of them at the end of a part',
    `${'a\ud800b'.repeat(PART / 4)}${'c'.repeat(PART / 4 - 1)}\udc00d`,
  ],
];

test.each(texts)('the code units are those of the text: %s', (_, text) => {
  expect(toCodeUnits(text)).toEqual(Uint16Array.from({ length: text.length }, (_one, at) => text.charCodeAt(at)));
});

test('shared code units are copied again after they were freed', () => {
  const lines = splitLines('some words\n'.repeat(6000));
  const first = unitsOf(lines);
  expect(unitsOf(lines)).toBe(first);
  releaseUnits(lines);
  expect(unitsOf(lines)).toEqual(toCodeUnits(lines.text));
  expect(unitsOf(lines) === first).toBe(false);
});

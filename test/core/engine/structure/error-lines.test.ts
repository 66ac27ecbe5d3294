import { expect, test } from 'vitest';
import { errorLines } from '../../../../src/engine/structure/error-lines.ts';

const all = (text: string, max = 5) => errorLines(text, 0, text.length, max);

test.each(['Error', 'ERROR', 'error:', 'FAIL', 'Exception', 'FATAL', 'fatal:', 'panic'])(
  'a line with %s is shown',
  (word) => {
    expect(all(`start\nit says ${word} here\nend`)).toEqual([{ line: 2, text: `it says ${word} here` }]);
  },
);

test('the number of an error’s line is counted from the text’s beginning, not from where the search begins', () => {
  const text = 'Error a\nb\nError c\nd\nError e\r\nError f';
  expect(errorLines(text, text.indexOf('b'), text.length, 5)).toEqual([
    { line: 3, text: 'Error c' },
    { line: 5, text: 'Error e' },
    { line: 6, text: 'Error f' },
  ]);
});

test('what is shown at the end anyway is not told again as an error', () => {
  const text = 'a\nError b\nError c';
  expect(errorLines(text, 0, text.indexOf('Error c'), 5)).toEqual([{ line: 2, text: 'Error b' }]);
  expect(errorLines(text, 2, 2, 5)).toEqual([]);
  expect(errorLines(text, 2, 1, 5)).toEqual([]);
});

test('the first errors come first, whatever word they tell it by', () => {
  const text = 'panic 1\nError 2\nFATAL 3\nError 4';
  expect(all(text, 3)).toEqual([
    { line: 1, text: 'panic 1' },
    { line: 2, text: 'Error 2' },
    { line: 3, text: 'FATAL 3' },
  ]);
  expect(all(text, 1)).toEqual([{ line: 1, text: 'panic 1' }]);
  expect(all(text, 0)).toEqual([]);
});

test('an error that comes again and again is told once', () => {
  expect(all('Error a\nb\nError a\nError c', 3)).toEqual([
    { line: 1, text: 'Error a' },
    { line: 4, text: 'Error c' },
  ]);
});

test('an error that comes again and again does not hide another one', () => {
  expect(all(`${'Error a\r\n'.repeat(1000)}Error b`)).toEqual([
    { line: 1, text: 'Error a' },
    { line: 1001, text: 'Error b' },
  ]);
});

test('a line that tells of an error twice stands in no other’s place', () => {
  expect(all('Error Error Error\nError b', 2)).toEqual([
    { line: 1, text: 'Error Error Error' },
    { line: 2, text: 'Error b' },
  ]);
});

test('a text of any size takes some milliseconds: only its first two million characters are searched', () => {
  const before = (units: number): string => `${'x'.repeat(units - 1)}\n`;
  expect(errorLines(`${before(1_999_995)}Error\n`, 0, 3_000_000, 5)).toEqual([{ line: 2, text: 'Error' }]);
  expect(errorLines(`${before(1_999_996)}Error\n`, 0, 3_000_000, 5)).toEqual([]);
  expect(errorLines(`a\n${before(1_999_995)}Error\n`, 2, 3_000_000, 5)).toEqual([{ line: 3, text: 'Error' }]);
});

import { expect, it } from 'vitest';
import { splitLines } from '../../../src/text/lines.ts';

function linesOf(text: string): string[] {
  const { count, starts, ends } = splitLines(text);
  return Array.from({ length: count }, (_, i) => text.slice(starts[i], ends[i]));
}

it.each([
  ['', []],
  ['\n', ['']],
  ['a', ['a']],
  ['a\n', ['a']],
  ['a\n\n', ['a', '']],
  ['a\r\nb\rc\nd', ['a', 'b', 'c', 'd']],
  ['a\r\r\n\rb', ['a', '', '', 'b']],
  ['a\r', ['a']],
  ['\r\n\r\n', ['', '']],
])("splits %j as Python's splitlines() does", (text, expected) => {
  expect(linesOf(text)).toEqual(expected);
});

it.each(['\v', '\f', '\x1c', '\x1d', '\x1e', '\x85', '\u2028', '\u2029'])('says that %j makes lines ambiguous', (c) => {
  expect(splitLines(`a${c}b`).ambiguous).toBe(true);
});

it('stays linear on lone carriage returns', () => {
  expect(splitLines('a\r'.repeat(300_000)).count).toBe(300_000);
});

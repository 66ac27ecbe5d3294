import { spawnSync } from 'node:child_process';
import { rgPath } from '@vscode/ripgrep';
import { expect, test } from 'vitest';
import { toExtended } from '../../../../launcher/tools/grep/to-extended.ts';

const LINES = [
  'd',
  '4 dogs',
  'word_1',
  'a.b',
  'axb',
  'foo(bar)',
  'x{y}',
  '((x',
  'x{',
  'tab\there',
  'a-b',
  'a]b',
  'a^b',
  'a\\b',
  '[x]',
  'aaa',
  'ab',
  'cat',
  'concat',
  'cat sat',
  '$5.00',
  'A',
  '#!/bin/sh',
  'w',
  's',
  '',
  '   ',
  '"quoted"',
  'a/b',
  'cr\r',
];

const PATTERNS = [
  String.raw`\d`,
  String.raw`\d+ dogs`,
  String.raw`\w+_\d`,
  String.raw`^\s+$`,
  String.raw`^\S+$`,
  String.raw`\D\W`,
  String.raw`a\.b`,
  String.raw`foo\(bar\)`,
  String.raw`x\{y\}`,
  String.raw`\tq?here`,
  String.raw`[\d_]`,
  String.raw`[\w.]+\.`,
  String.raw`[^\s\w]`,
  String.raw`a[\]\-^]b`,
  String.raw`a[\\]b`,
  'a[]x]b',
  'a[^]x]b',
  '[a^]b',
  '[-a]-b',
  String.raw`[\^]`,
  String.raw`[\^-]`,
  String.raw`\[x\]`,
  '(?:ab|cat)',
  '(?P<n>c)at',
  '(?<n>c)at',
  'a+?b',
  String.raw`\(*x`,
  String.raw`a\|*b`,
  'a{2,3}?',
  'a{2}',
  String.raw`\bcat\b`,
  String.raw`\Bcat`,
  String.raw`\$5`,
  String.raw`\x41`,
  String.raw`\x{41}`,
  String.raw`\u{41}`,
  String.raw`#\!/bin`,
  String.raw`\"quoted\"`,
  String.raw`a\/b`,
  '[[:alpha:]]_[[:digit:]]',
  '[a-c]x[a-c]',
  '^$',
  String.raw`\r$`,
  'x*',
  'a|d',
  String.raw`[\x41-\x43]`,
];

const found = (file: string, args: readonly string[]): readonly string[] => {
  const { stdout, status, stderr } = spawnSync(file, args, {
    input: `${LINES.join('\n')}\n`,
    encoding: 'utf8',
    env: { LC_ALL: 'C' },
  });
  expect([status, stderr]).toEqual([expect.toBeOneOf([0, 1]), '']);
  return stdout.split('\n');
};

test.each(PATTERNS)('grep finds with a translated pattern what ripgrep finds: %s', (pattern) => {
  const extended = toExtended(pattern);
  if (!extended.ok) throw new Error(extended.what);
  const wanted = found(rgPath, ['--no-config', '--color=never', '-e', pattern, '-']);
  expect(wanted.length).toBeGreaterThan(1);
  expect(found('grep', ['-E', '-e', extended.pattern, '-'])).toEqual(wanted);
});

test.each([
  [String.raw`\p{L}`, String.raw`"\p"`],
  ['(?i)x', '"(?i)"'],
  ['(?=x)', '"(?=x"'],
  ['(?<=x)', '"(?<="'],
  [String.raw`(a)\1`, String.raw`"\1"`],
  [String.raw`a\nb`, String.raw`"\n"`],
  ['a\nb', 'a line break'],
  ['*', '"*" with nothing before it'],
  ['(+b)', '"+" with nothing before it'],
  ['a|?', '"?" with nothing before it'],
  ['{2}', '"{2}" with nothing before it'],
  ['[a-z&&[^b]]', '"&&" in "[…]"'],
  [String.raw`[\D]`, String.raw`"\D" in "[…]"`],
  [String.raw`[\S]`, String.raw`"\S" in "[…]"`],
  ['[[a]b]', 'a "[" in "[…]"'],
  ['[a', 'a "[" without its "]"'],
  ['[[:^alpha:]]', '"[:^alpha:]"'],
  [String.raw`x\x0a`, String.raw`"\x0a"`],
  ['a\\', String.raw`"\"`],
  [String.raw`\x00`, String.raw`"\x00"`],
  [String.raw`\x{110000}`, String.raw`"\x{110000}"`],
  ['[]', 'a "[" without its "]"'],
  ['[a-', 'a "[" without its "]"'],
  ['[a--z]', '"--" in "[…]"'],
  [String.raw`[!-\]]`, 'a range of signs in "[…]"'],
  [String.raw`[\^-z]`, 'a range of signs in "[…]"'],
  [String.raw`[a-\d]`, 'a range of signs in "[…]"'],
  [String.raw`[\b]`, String.raw`"\b" in "[…]"`],
])('what grep has no way to say is refused: %s', (pattern, what) => {
  expect(toExtended(pattern)).toEqual({ ok: false, what });
});

test.each([
  ['x{', String.raw`x\{`],
  ['x{1,2}{,3}', String.raw`x{1,2}\{,3}`],
  [String.raw`\u0041\x41\x{41}`, 'AAA'],
  [String.raw`\x{10ffff}`, '\u{10ffff}'],
  [String.raw`\x2e`, String.raw`\.`],
  [String.raw`[]\d]x`, '[]0-9]x'],
  [String.raw`[^]\d]`, '[^]0-9]'],
  [String.raw`[\d-x]`, '[0-9x-]'],
  [String.raw`[a\]]`, '[]a]'],
  [String.raw`[\\a]`, String.raw`[a\]`],
  ['[-]x', '[-]x'],
  ['[^^]', '[^^]'],
  [String.raw`[\^]x`, String.raw`\^x`],
  [String.raw`[\^-]x`, '[-^]x'],
  [String.raw`[^\^-]`, '[^^-]'],
  [String.raw`[\<\.]`, '[<.]'],
  [String.raw`[\x{1f600}]`, '[\u{1f600}]'],
  ['[\u{1f600}-\u{1f64f}]', '[\u{1f600}-\u{1f64f}]'],
  [String.raw`[a-\x{1f64f}]`, '[a-\u{1f64f}]'],
])('a class of signs does not become another one: %s', (pattern, extended) => {
  expect(toExtended(pattern)).toEqual({ ok: true, pattern: extended });
});

test.each([
  ['a$', 'a(\r?$)'],
  [String.raw`.\$\.[.$]$`, String.raw`[^%]\$\.[.$](%?$)`.replaceAll('%', '\r')],
  [String.raw`[^]\\a^-]\S`, String.raw`[^]a%\^-][^[:space:]]`.replaceAll('%', '\r')],
  [String.raw`\D\W`, '[^0-9\r][^[:alnum:]_\r]'],
  [String.raw`\s[\sx][[:space:]]`, '[[:blank:]\v\f][[:blank:]\v\fx][[:blank:]\v\f]'],
])('where CRLF ends a line, no sign but the end takes its carriage return: %s', (pattern, extended) => {
  expect(toExtended(pattern, true)).toEqual({ ok: true, pattern: extended });
});

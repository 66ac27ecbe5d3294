import { expect, test } from 'vitest';
import { markNumbers, replaceMarks } from '../../../../src/base/json/mark-numbers.ts';

const own = (text: string): string | undefined => markNumbers(text, () => '#')?.text;

test.each([1, 2, 3, 4, 5, 6, 7, 8, 9])('a number is told from its first digit to its last: %i', (digit) => {
  expect(own(`[${digit}.${digit}0,-${digit}${digit}e${digit}]`)).toBe(
    `["#${digit}.${digit}0","#-${digit}${digit}e${digit}"]`,
  );
});

test.each([
  ['first and last', '1.0,2.0', '"#1.0","#2.0"'],
  ['zero', '[-0,0.0,0e0]', '["#-0","#0.0","#0e0"]'],
  ['beside those that are plain', '[1,2.50,3]', '[1,"#2.50",3]'],
  ['exponents of any sign', '[1E5,1e+5,1E-7]', '["#1E5","#1e+5","#1E-7"]'],
  ['as values', '{"a":1.0,"b" : 2.0 ,"c":\n3.0}', '{"a":"#1.0","b" : "#2.0" ,"c":\n"#3.0"}'],
  ['behind a text', '["1.0",1.0]', '["1.0","#1.0"]'],
  ['behind an empty text', '["",1.0]', '["","#1.0"]'],
  ['behind a quote in a text', String.raw`["a\"1.0",1.0]`, String.raw`["a\"1.0","#1.0"]`],
  ['behind a text that ends with a quote', String.raw`["a\"",1.0]`, String.raw`["a\"","#1.0"]`],
  ['behind a text that ends with a backslash', String.raw`["\\",1.0]`, String.raw`["\\","#1.0"]`],
  ['behind a backslash and a quote', String.raw`["\\\"1.0",1.0]`, String.raw`["\\\"1.0","#1.0"]`],
  ['beside what is no JSON', '/1.0/', '/"#1.0"/'],
  ['before a text that has no end', '[1.0,"2.0]', '["#1.0","2.0]'],
])('numbers that a double would write otherwise are marked: %s', (_, text, marked) => {
  expect(own(text)).toBe(marked);
});

test.each([
  ['none', '[1,-2.5,"a"]'],
  ['what a double writes as well', '[1e-7,123456789012345.6]'],
  ['in texts alone', '["1.0","2e5"]'],
  ['in a text that has no end', '"1.0'],
  ['in a text that ends with an escaped quote', String.raw`"1.0\"`],
  ['in the place of a key', '{1.0:2}'],
  ['in the place of a key, behind a gap', '{1.0 \t\n:2}'],
  ['what is no number', '[01.0,1.0.0,1.,+1.e,1e,--1.0]'],
])('a text without such a number is left alone: %s', (_, text) => {
  expect(own(text)).toBeUndefined();
});

test('marks are replaced wherever they stand, and nothing else is', () => {
  const root = JSON.parse('{"a":["#1.0",{"b":"#2.0","__proto__":"#3.0"}],"c":"x#4.0","d":null,"e":5,"f":"#"}');
  replaceMarks(root, '#', (source) => `<${source}>`);
  expect(JSON.stringify(root)).toBe(
    '{"a":["<1.0>",{"b":"<2.0>","__proto__":"<3.0>"}],"c":"x#4.0","d":null,"e":5,"f":"<>"}',
  );
});

test('what holds nothing has no marks', () => {
  for (const root of [null, undefined, 5, '#1.0']) {
    expect(() => replaceMarks(root, '#', () => expect.fail('there is none'))).not.toThrow();
  }
});

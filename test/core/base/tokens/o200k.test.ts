import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import { boundedChunks, LONGEST_RUN } from '../../../../src/base/tokens/bounded-chunks.ts';
import { loadO200k } from '../../../../src/base/tokens/o200k.ts';

const count = await loadO200k();

const ORDINARY = [
  '',
  'hello world',
  'export const answer = (): number => 42;\n\tif (a !== b) { return x ** 2; }\r\n',
  'naïve café 漢字 한국어 русский 😀👍🏽 \u0301',
  '0123456789 0x7fff_ffff 1e-9',
  `${'-'.repeat(80)}\n${' '.repeat(120)}x`,
];

test.each(ORDINARY)('counts ordinary text as the library does: %j', (text) => {
  expect(count(text)).toBe(countTokens(text));
});

test('special tokens in a text count as the plain text they are', () => {
  for (const text of ['<|endoftext|>', 'a <|endofprompt|> b', '<|im_start|>system<|im_end|>']) {
    expect(count(text)).toBeGreaterThan(1);
  }
});

test('lone surrogates and control characters do not throw', () => {
  expect(count('\ud800')).toBeGreaterThan(0);
  expect(count('\udfff\u0000\u0001')).toBeGreaterThan(0);
});

test('a run of millions is cut in chunks: as one match it overflowed the stack', () => {
  const text = '漢'.repeat(4_000_000);
  expect([...boundedChunks(text)].join('') === text).toBe(true);
});

const MEGABYTE = 1_000_000;
const PATHOLOGICAL: Record<string, string> = {
  'one letter': 'a'.repeat(MEGABYTE),
  '80,000 letters': 'x'.repeat(80_000),
  '16,000 spaces': ' '.repeat(16_000),
  spaces: ' '.repeat(MEGABYTE),
  'line ends': '\n'.repeat(MEGABYTE),
  'slashes and line ends after a mark': `!${'/\n'.repeat(MEGABYTE / 2)}`,
  punctuation: '-='.repeat(MEGABYTE / 2),
  emoji: '😀'.repeat(MEGABYTE / 4),
  marks: '\u0301'.repeat(MEGABYTE / 2),
  digits: '7'.repeat(MEGABYTE),
  han: '漢'.repeat(MEGABYTE / 3),
  'lone surrogates': '\ud800'.repeat(MEGABYTE / 3),
  'runs just short enough': `${'q'.repeat(LONGEST_RUN - 1)} `.repeat(MEGABYTE / LONGEST_RUN),
  'random letters': Array.from({ length: MEGABYTE }, (_, i) =>
    String.fromCharCode(97 + ((i * i * 31 + i * 7919) % 26)),
  ).join(''),
};

test.each(Object.entries(PATHOLOGICAL))(
  'a megabyte of %s is counted: what grows with its square would take hours',
  (_, text) => {
    expect(count(text)).toBeGreaterThan(0);
  },
);

test('cutting loses nothing and splits no character', () => {
  for (const text of [...ORDINARY, 'é😀'.repeat(999), `a${'😀'.repeat(700)}b`, `${'x'.repeat(1000)} y`]) {
    const chunks = [...boundedChunks(text)];
    expect(chunks.join('')).toBe(text);
    for (const chunk of chunks) expect(chunk).not.toMatch(/\p{Surrogate}/u);
  }
});

test('a cut adds at most one token', () => {
  const run = 'abcdefghij'.repeat(100);
  expect(count(run) - countTokens(run)).toBeLessThanOrEqual(Math.ceil(run.length / LONGEST_RUN));
  expect(count(run)).toBe(count(run));
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createLineSearch } from '../../../../src/artifacts/pattern/line-search.ts';

const encoder = new TextEncoder();

function matches(pattern: string, line: string): boolean {
  const bytes = encoder.encode(line);
  return createLineSearch(pattern).find(bytes, { from: 0, to: bytes.length, inside: false, closes: true }) >= 0;
}

describe('a pattern', () => {
  test.each([
    ['error', 'an error here', true],
    ['error', 'an Error here', false],
    ['(?i)error', 'an ERROR here', true],
    ['^error$', 'error', true],
    ['^error$', 'error!', false],
    ['a{2,3}b', 'xaab', true],
    ['^a{2,3}b', 'aaaab', false],
    ['^a{2}b', 'aab', true],
    ['\\bfoo\\b', 'a foo.', true],
    ['\\bfoo\\b', 'afoo', false],
    ['\\Bfoo', 'afoo', true],
    ['(a|b)+c', 'ababc', true],
    ['[^"\\]]+', '"]', false],
    ['[[:digit:]]{3}', 'ab123', true],
    ['[]x]', ']', true],
    ['\\"x\\"', 'say "x"', true],
    ['[\\w.-]+@[\\w.-]+\\.com', 'mail a.b-c@d.com now', true],
    ['\\d+ms', 'took 12ms', true],
    ['f\\(x\\)', 'f(x)', true],
    ['{"a": 1}', '{"a": 1}', true],
    ['ü.+🙂', 'für 🙂', true],
    ['^.$', '🙂', true],
    ['\\p{Lu}', 'aÄ', true],
    ['\\u{1f642}', '🙂', true],
    ['x*', '', true],
    ['', 'anything', true],
    ['(?P<name>a)(?<other>b)(?:c)', 'abc', true],
    ['a??b', 'b', true],
    ['$^', '', true],
  ])('%s on "%s"', (pattern, line, expected) => {
    expect(matches(pattern, line)).toBe(expected);
  });

  test.each([
    ['(', 'no closing'],
    [')', 'no opening'],
    ['[a', 'no closing'],
    ['*a', 'nothing to repeat'],
    ['a**', 'two repeats follow each other'],
    ['(?=a)', 'not supported'],
    ['(?<!a)b', 'not supported'],
    ['(a)\\1', 'no backreferences'],
    ['\\q', 'not supported'],
    ['a\\', 'nothing follows'],
    ['[z-a]', 'not a valid set of characters'],
    ['[[:nope:]]', 'not a known class'],
    ['a{2000}', 'at most 1000'],
    ['a{3,2}', 'the smaller number first'],
    ['(a{900}){900}', 'too large'],
    ['((){1000}){1000}', 'too large'],
  ])('%s is refused, and why', (pattern, why) => {
    expect(() => createLineSearch(pattern)).toThrow(
      expect.objectContaining({ name: 'PatternError', message: expect.stringContaining(why) }),
    );
  });

  test.each(['(a+)+$', '(a|aa)+$', '(a|a?)+b$', '(.*a){20}$', '(.*.*.*)*b$', '(a*)*c', '(a|b)*a(a|b){12}c'])(
    '%s takes time in proportion to the text, whatever that is',
    (pattern) => {
      const search = createLineSearch(pattern);
      const bytes = encoder.encode(`${'ab'.repeat(10)}${'a'.repeat(100_000)}!`);
      expect(search.find(bytes, { from: 0, to: bytes.length, inside: false, closes: true })).toBe(-1);
      expect(search.work).toBeLessThan(bytes.length * 400 * 20);
    },
  );
});

test('to tell many characters apart by many sets counts as work', () => {
  const sets = Array.from({ length: 250 }, (_, i) => String.fromCodePoint(0xa1 + i)).join('');
  const search = createLineSearch(sets);
  const bytes = encoder.encode(Array.from({ length: 10_000 }, (_, i) => String.fromCodePoint(0x4e00 + i)).join(''));
  search.find(bytes, { from: 0, to: bytes.length, inside: false, closes: true });
  expect(search.work).toBeGreaterThan(10_000 * 250);
});

test('finds what the runtime’s own regular expressions find', () => {
  const atom = fc.constantFrom(
    'a',
    'b',
    'c',
    '.',
    '\\d',
    '\\w',
    '\\s',
    '[ab]',
    '[^a]',
    '[a-c1]',
    '\\b',
    '\\B',
    '^',
    '$',
    'ä',
    '\\.',
    '1',
  );
  const { pattern } = fc.letrec<{ pattern: string }>((tie) => ({
    pattern: fc.oneof(
      { maxDepth: 4, depthSize: 'small' },
      atom,
      fc.array(tie('pattern'), { maxLength: 4 }).map((parts) => parts.join('')),
      fc.tuple(tie('pattern'), tie('pattern')).map(([a, b]) => `(?:${a}|${b})`),
      fc
        .tuple(tie('pattern'), fc.constantFrom('*', '+', '?', '{2}', '{1,}', '{0,2}', '*?', '+?'))
        .map(([a, times]) => `(?:${a})${times}`),
    ),
  }));
  const line = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'A', '1', ' ', '.', 'ä', '_'), maxLength: 12 });
  fc.assert(
    fc.property(pattern, line, fc.boolean(), (source, text, ignoreCase) => {
      const expected = new RegExp(source, ignoreCase ? 'iu' : 'u').test(text);
      expect(matches(`${ignoreCase ? '(?i)' : ''}${source}`, text)).toBe(expected);
    }),
    { numRuns: 2000, seed: 7 },
  );
});

test('bytes that are no UTF-8 stand for one character each', () => {
  const bytes = new Uint8Array([97, 0xff, 0xfe, 98]);
  const part = { from: 0, to: 4, inside: false, closes: true };
  expect([createLineSearch('^a..b$').find(bytes, part), createLineSearch('^a.b$').find(bytes, part)]).toEqual([4, -1]);
});

import { expect, test } from 'vitest';
import { linkKey, linksOf } from '../../../../src/context/links/links-of.ts';

const of = (text: string, more: object = {}) => {
  const [count = 0, ...keys] = linksOf({ id: 'me', text, file: null, tags: [], ...more });
  return { provides: keys.slice(0, count), mentions: keys.slice(count) };
};

test('provides its id, its file by two names, and what it defines', () => {
  const { provides } = of('export async function loadUser() {}\n  def snake_case(x):\n', {
    file: './src/users/load.ts',
  });
  expect(provides).toEqual([
    linkKey('id', 'me'),
    linkKey('file', 'users/load.ts'),
    linkKey('file', 'load.ts'),
    linkKey('symbol', 'loadUser'),
    linkKey('symbol', 'snake_case'),
  ]);
});

test('mentions ids by tag, files, and names that somebody made up; not itself', () => {
  const { mentions } = of('see /app/src/users/load.ts. The userName of me in README.md, not this', {
    tags: ['ref:other', 'ref:me', 'plain'],
  });
  expect(new Set(mentions)).toEqual(
    new Set([
      linkKey('id', 'other'),
      linkKey('file', 'users/load.ts'),
      linkKey('symbol', 'userName'),
      linkKey('file', 'README.md'),
    ]),
  );
});

test.each([
  ['one word', 'a'.repeat(1_000_000)],
  ['dots', 'a.'.repeat(500_000)],
  ['slashes', '/a/'.repeat(300_000)],
  ['humps', 'aB'.repeat(500_000)],
  ['definitions', 'function '.repeat(100_000)],
])('a megabyte of %s is read once: what grows with its square would take hours', (_, text) => {
  expect(of(text).mentions.length).toBeLessThanOrEqual(32);
});

import { expect, test } from 'vitest';
import { ANY, ONE, patternsOverlap, SOME } from '../../../src/unasked/pattern-overlap.ts';

/** Converts `**`, `*` and `?` to the internal marks. */
const marked = (glob: string): string => glob.replaceAll('**', ANY).replaceAll('*', SOME).replaceAll('?', ONE);

test.each([
  ['a.md', 'a.md', true],
  ['a.md', 'b.md', false],
  ['', '', true],
  ['', '*', true],
  ['*', '', true],
  ['*', 'a/b', false],
  ['**', 'a/b', true],
  ['*.md', 'CLAUDE.md', true],
  ['*.ts', 'CLAUDE.md', false],
  ['*.ts', '*.mdc', false],
  ['*.md', '*.instructions.md', true],
  ['a*', '*.mdc', true],
  ['a*b', 'a*c', false],
  ['a*b*c', '*b', false],
  ['?.md', 'a.md', true],
  ['?.md', 'ab.md', false],
  ['?.md', '/.md', false],
  ['?', '?', true],
  ['**/x.json', '*/.claude/*', true],
  ['**/x.ts', '**/*.md', false],
  ['src/*.md', 'src/**/b.md', false],
  ['src/**.md', 'src/**/b.md', true],
  ['a**', '**b', true],
  ['a*', '*/b', false],
  ['a**', '*/b', true],
])('%s and %s: %s', (one, other, meet) => {
  expect(patternsOverlap(marked(one), marked(other))).toBe(meet);
  expect(patternsOverlap(marked(other), marked(one))).toBe(meet);
});

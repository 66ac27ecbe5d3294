import { expect, test } from 'vitest';
import { renderLines, renderMatches } from '../../../../launcher/tools/grep/definition.ts';
import type { GrepResult } from '../../../../launcher/tools/grep/result.ts';

const BASE: GrepResult = {
  tool: 'grep',
  pattern: 'x',
  paths: ['.'],
  matches: [],
  match_count: 0,
  truncated: false,
  duration_ms: 1,
};

test('matches and context stand in their places', () => {
  const matches = [
    { path: 'a', line: 2, column: 3, text: 'two x' },
    { path: 'b', line: 1, column: null, text: 'x' },
  ];
  const context = [
    { path: 'a', line: 3, text: 'three' },
    { path: 'a', line: 1, text: 'one' },
  ];
  expect(renderMatches({ ...BASE, matches, context, match_count: 2 })).toBe('a\n1-one\n2:3:two x\n3-three\n\nb:1:x');
  expect(renderLines({ ...BASE, matches, context, match_count: 2 })).toBe('a-1-one\na:2:3:two x\na-3-three\nb:1:x');
});

test('the path of several matches stands once, blank lines around them', () => {
  const match = (path: string, line: number) => ({ path, line, column: 1, text: 'x' });
  const matches = [match('a', 1), match('b', 1), match('b', 2), match('c', 3), match('c', 4), match('d', 5)];
  expect(renderMatches({ ...BASE, matches, match_count: 6, truncated: true })).toBe(
    'a:1:1:x\n\nb\n1:1:x\n2:1:x\n\nc\n3:1:x\n4:1:x\n\nd:5:1:x\n[truncated: only the first 6 matches by path are shown]',
  );
  expect(renderMatches({ ...BASE, matches: matches.slice(1, 3), match_count: 2, truncated: true })).toBe(
    'b\n1:1:x\n2:1:x\n\n[truncated: only the first 2 matches by path are shown]',
  );
});

test.each<[Partial<GrepResult>, string]>([
  [{}, '[no matches]'],
  [{ matches_left_out: 5 }, '[5 of 5 matches left out by the question; ask without it to see all]'],
  [
    { matches_left_out: 5, question_unmatched: true },
    '[5 of 5 matches left out by the question, which none of them matches; ask without it to see all]',
  ],
  [{ truncated: true, match_count: 0 }, '[no matches]\n[truncated: a file that matches could not be read to its end]'],
  [{ binary_files: ['a.bin'] }, '[binary file matches: a.bin]'],
])('nothing is left out in silence: %j', (result, text) => {
  expect(renderMatches({ ...BASE, ...result })).toBe(text);
});

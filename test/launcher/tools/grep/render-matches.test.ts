import { expect, test } from 'vitest';
import { renderMatches } from '../../../../launcher/tools/grep/render-matches.ts';
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
  expect(renderMatches({ ...BASE, matches, context, match_count: 2 })).toBe('a-1-one\na:2:3:two x\na-3-three\nb:1:x');
});

test.each<[Partial<GrepResult>, string]>([
  [{}, '[no matches]'],
  [{ matches_left_out: 5 }, '[5 of 5 matches left out by the question; ask without it to see all]'],
  [{ truncated: true, match_count: 0 }, '[no matches]\n[truncated: only the first 0 matches were found]'],
  [{ binary_files: ['a.bin'] }, '[no matches]\n[binary file matches: a.bin]'],
])('nothing is left out in silence: %j', (result, text) => {
  expect(renderMatches({ ...BASE, ...result })).toBe(text);
});

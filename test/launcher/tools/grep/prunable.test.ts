import { expect, test } from 'vitest';
import { prunableMatches } from '../../../../launcher/tools/grep/execute.ts';
import type { GrepMatch, GrepResult } from '../../../../launcher/tools/grep/result.ts';
import { pruneText } from '../../../../src/engine/embedded.ts';

const MATCHES: readonly GrepMatch[] = [
  { path: 'a.ts', line: 1, column: 3, text: 'x: 1:2:3' },
  { path: 'a.ts', line: 20, column: 1, text: '' },
  { path: 'c:3:4:d.ts', line: 5, column: 6, text: 'y' },
  { path: 'new\nline\r.ts', line: 7, column: 8, text: 'z' },
];

function result(matches: readonly GrepMatch[], extra: Partial<GrepResult> = {}): GrepResult {
  const base = { tool: 'grep', pattern: 'p', paths: ['.'], truncated: false, duration_ms: 1 } as const;
  return { ...base, matches, match_count: matches.length, ...extra };
}

const pruned = (text: string, from: GrepResult = result(MATCHES)): readonly GrepMatch[] | undefined =>
  prunableMatches(from, 0).apply(text)?.matches;

test('matches read as path:line:column:text, one a line', () => {
  expect(prunableMatches(result(MATCHES), 0)).toMatchObject({
    kind: 'search',
    text: 'a.ts:1:3:x: 1:2:3\na.ts:20:1:\nc:3:4:d.ts:5:6:y\nnew\\nline\\r.ts:7:8:z',
  });
});

test('a column that is not known is left out', () => {
  const matches = [{ path: 'a.ts', line: 1, column: null, text: '12:34' }];
  expect(prunableMatches(result(matches), 0).text).toBe('a.ts:1:12:34');
  expect(pruned('a.ts:1:12:34', result(matches))).toEqual(matches);
  expect(pruned('b.ts:2:12:34', result(matches))).toEqual([{ path: 'b.ts', line: 2, column: null, text: '12:34' }]);
});

test('lines of ours become the very matches they were, gap markers nothing', () => {
  const { text } = prunableMatches(result(MATCHES), 0);
  expect(pruned(text)).toEqual(MATCHES);
  const [first, , third, fourth] = MATCHES;
  expect(pruned('a.ts:1:3:x: 1:2:3\n(filtered 1 lines: 2-2)\nc:3:4:d.ts:5:6:y\nnew\\nline\\r.ts:7:8:z\n')).toEqual([
    first,
    third,
    fourth,
  ]);
  expect(pruned('(filtered 4 lines)')).toEqual([]);
  expect(pruned('')).toEqual([]);
});

test('any other line is read by its colons', () => {
  expect(pruned('a.ts:1:3:shortened\nother.ts:9:no column')).toEqual([
    { path: 'a.ts', line: 1, column: 3, text: 'shortened' },
    { path: 'other.ts', line: 9, column: null, text: 'no column' },
  ]);
});

test.for(['prose', 'a.ts:1:3:x: 1:2:3\n...', ':1:x', 'a.ts:x:y'])('%j cannot be read back', (text) => {
  expect(pruned(text)).toBeUndefined();
});

test('match_count follows, what was left out is counted, and context stays only around what is left', () => {
  const context = [
    { path: 'a.ts', line: 2, text: 'near 1' },
    { path: 'a.ts', line: 19, text: 'near 20' },
    { path: 'c:3:4:d.ts', line: 4, text: 'near 5' },
  ];
  const answer = prunableMatches(result(MATCHES, { context }), 1).apply('a.ts:20:1:\n(filtered 2 lines: 3-4)');
  const kept = { context: [context[1] as (typeof context)[number]], matches_left_out: MATCHES.length - 1 };
  expect(answer).toEqual(result([MATCHES[1] as GrepMatch], kept));
});

test('matches that have nothing to do with the question are shown in part, and told for that', () => {
  const many = Array.from({ length: 120 }, (_, i) => ({
    path: `src/part${i % 6}.ts`,
    line: i + 1,
    column: 1,
    text: `const value${i} = compute(${i}, other${i});`,
  })).sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line));
  const prunable = prunableMatches(result(many), 0);
  const { text: shown } = pruneText({ text: prunable.text, kind: prunable.kind, question: 'Which zebra?' });
  const answer = prunable.apply(shown);
  expect(answer).toMatchObject({ question_unmatched: true });
  expect(new Set(answer?.matches.map(({ path }) => path)).size).toBe(6);
  expect(answer?.matches.length).toBeLessThan(40);
});

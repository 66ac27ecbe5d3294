import { expect, test } from 'vitest';
import { caresOf } from '../../../src/unasked/cares-of.ts';
import type { WholeReason } from '../../../src/unasked/whole-reasons.ts';

const facts = (wasRead = false) => ({ wasRead: () => wasRead });
const READ = { tool: 'Read', args: { file_path: 'a.ts' }, path: 'a.ts', text: 'a' };
const COMMAND = { tool: 'Bash', args: { command: 'npm test' }, text: 'a' };
const SEARCH = { tool: 'Grep', args: { pattern: 'a' }, text: 'a' };
const PAGE = { tool: 'WebFetch', args: { url: 'https://example.org' }, text: 'a' };

const DIFF = { tool: 'Bash', args: { command: 'cd /shop && git -C a diff HEAD~1 | cat' }, text: 'a' };

test('by default only commands other than diffs are cut, anywhere else lines shown before may be named', () => {
  const levels = (cuts: 'default' | 'more' | 'references') =>
    [COMMAND, READ, SEARCH, PAGE, DIFF].map((given) => caresOf(given, facts(), cuts, undefined));
  const cut = ['balanced', 'references'];
  expect(levels('default')).toEqual([cut, ...Array(4).fill(['references'])]);
  expect(levels('references')).toEqual(Array(5).fill(['references']));
  expect(levels('more')).toEqual(Array(5).fill(cut));
});

test.each<[WholeReason, number]>([
  ['review', 1],
  ['short', 1],
  ['range', 0],
  ['again', 0],
  ['named', 0],
  ['followed', 0],
])('of a result that stays whole because of "%s", %i levels are tried', (why, count) => {
  for (const cuts of ['default', 'more'] as const) {
    expect(caresOf(COMMAND, facts(), cuts, why)).toEqual(['references'].slice(0, count));
  }
});

test('a file that is read again is shown, since the agent asked to see it again', () => {
  expect(caresOf(READ, facts(true), 'default', undefined)).toEqual([]);
  expect(caresOf(READ, facts(true), 'more', undefined)).toEqual(['balanced']);
  expect(caresOf({ ...COMMAND, args: { command: 'git diff' } }, facts(true), 'more', 'review')).toEqual(['references']);
});

test.each([
  ['git --no-pager diff', 1],
  ['git -C /shop show HEAD', 1],
  ['cd /shop; git log -3 -p src', 1],
  ['diff -u a b', 1],
  ['gh pr diff 7', 1],
  ['git show-branch', 2],
  ['git add src/show.ts', 2],
  ['npm run diff', 2],
])('of "%s" %i levels are tried by default', (command, levels) => {
  expect(caresOf({ ...COMMAND, args: { command } }, facts(), 'default', undefined)).toHaveLength(levels);
});

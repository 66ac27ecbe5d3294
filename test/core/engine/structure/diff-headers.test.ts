import { expect, test } from 'vitest';
import { diffHeaders } from '../../../../src/engine/structure/diff-headers.ts';
import { splitLines } from '../../../../src/text/lines.ts';

const headers = (...lines: readonly string[]): number[] => [...diffHeaders(splitLines(lines.join('\n')))];
const CHANGED = ['diff --git a/x b/x', 'index 1..2 100644', '--- a/x', '+++ b/x'];

test('a change is shown with its hunk’s line and all of its file’s header', () => {
  const body = [' a', '-b', '+c', '\\ No newline at end of file'];
  expect(headers(...CHANGED, '@@ -1,2 +1,2 @@', ...body, '@@@ -9 +9 @@@', '')).toEqual([-1, 0, 1, 2, 3, 4, 4, 4, 4, 3]);
  expect(headers(...CHANGED, '@@ -1 +1 @@', '', ' b')).toEqual([-1, 0, 1, 2, 3, 4, 4]);
});

test.each(['diff --git a/y b/y', 'Index: y', 'diff -r 1 y', '=== y'])(
  'a change is not shown under the header of the file before: %s',
  (file) => {
    expect(headers(...CHANGED, '@@ -1 +1 @@', ' a', file, ' b', file, '@@ -1 +1 @@', ' c')).toEqual([
      ...[-1, 0, 1, 2, 3, 4],
      ...[-1, -1, -1, 8, 9],
    ]);
  },
);

test.each([
  'index 1..2',
  '---',
  '--- a/x',
  '+++',
  '+++ b/x',
  'old mode 1',
  'new mode 2',
  'new file mode 1',
  'deleted file mode 1',
  'similarity index 90%',
  'dissimilarity index 90%',
  'rename from y',
  'copy to x',
  'Binary files a/x and b/x differ',
  '=====',
])('a file’s header is not torn at %s', (line) => {
  expect(headers('diff --git a/x b/x', line, '@@ -1 +1 @@')).toEqual([-1, 0, 1]);
});

test('a change in a log is shown with its commit, and so is what the commit says', () => {
  const log = ['commit 0a1b2c3d', 'Author: A', '', '    Subject', '', ...CHANGED, '@@ -1 +1 @@', '-a', ''];
  expect(headers(...log, 'commit 9f8e7d6c', '    Next')).toEqual([
    // The author's line comes with the change.
    ...[-1, 0, 1, 1, 1],
    ...[1, 5, 6, 7, 8, 9, 9],
    ...[-1, 12],
  ]);
});

test('what stands between two diffs belongs to none of them', () => {
  expect(headers(...CHANGED, '@@ -1 +1 @@', ' a', 'commit 1', '@@ -1 +1 @@')).toEqual([-1, 0, 1, 2, 3, 4, -1, -1]);
  expect(headers(...CHANGED, '@@ -1 +1 @@', ' a', 'commit 1', ' b', '@@', 'end')).toEqual([
    ...[-1, 0, 1, 2, 3, 4],
    ...[-1, -1, -1, -1],
  ]);
});

test('without "diff --git" the next file begins with its own header', () => {
  const next = ['--- a/y', '+++ b/y', '@@ -1 +1 @@'];
  expect(headers('--- a/x', '+++ b/x', '@@ -1 +1 @@', '-a', ...next)).toEqual([-1, 0, 1, 2, -1, 4, 5]);
  expect(headers('--- a/x', '+++ b/x', '@@ -1 +1 @@', '-a', '+b', ...next, '+c')).toEqual([
    ...[-1, 0, 1, 2, 2],
    ...[-1, 5, 6, 7],
  ]);
});

test('a diff that begins with a hunk has no header', () => {
  expect(headers('@@ -1 +1 @@', ' a', '@@ -9 +9 @@')).toEqual([-1, 0, -1]);
});

test('a removed line of dashes opens no file', () => {
  const before = ['--- a/x', '+++ b/x', '@@ -1 +1 @@'];
  expect(headers(...before, '--- a comment')).toEqual([-1, 0, 1, 2]);
  expect(headers(...before, '--- a comment', '+++ another')).toEqual([-1, 0, 1, 2, 2]);
  expect(headers(...before, '--- a comment', '+++ another', ' c')).toEqual([-1, 0, 1, 2, 2, 2]);
  expect(headers(...before, '-a', '--- a comment', '+++ another', ' c')).toEqual([-1, 0, 1, 2, 2, 2, 2]);
  expect(headers(...before, '--- a comment', '+another', '@@ -9 +9 @@')).toEqual([-1, 0, 1, 2, 2, 1]);
  expect(headers(...before, '-- a comment', '+++ another', '@@ -9 +9 @@')).toEqual([-1, 0, 1, 2, 2, 1]);
});

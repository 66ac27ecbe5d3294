import { expect, test } from 'vitest';
import { scoreHunks } from '../../../../src/engine/score/score-hunks.ts';
import { Reason } from '../../../../src/engine/score/scorer.ts';
import { pruneText } from '../../../../src/index.ts';
import { splitLines } from '../../../../src/text/lines.ts';

const CHANGED = ['diff --git a/x b/x', 'index 1..2 100644', '--- a/x', '+++ b/x'];
const HUNK = ['@@ -1,2 +1,2 @@', ' a', '-b', '+c'];

/** Scores the hunks of a diff. Lines in `near` have the reason `neighbour`, other lines `match`. */
function scored(diff: readonly string[], given: readonly number[], near: readonly number[] = []): readonly number[] {
  const lines = splitLines(diff.join('\n'));
  const scores = Float32Array.from(given);
  const reasons = Uint8Array.from(given, (_, i) => (near.includes(i) ? Reason.neighbour : Reason.match));
  scoreHunks({ scores, reasons }, lines);
  return [...scores].map((score) => Math.round(score * 1000) / 1000);
}

test.each([
  ['changed', CHANGED],
  ['added', ['diff --git a/x b/x', 'new file mode 100644', 'index 0..2', '--- /dev/null', '+++ b/x']],
  ['without "diff --git"', ['--- a/x', '+++ b/x']],
  ['none', []],
])('no half of a hunk is left out, whatever the file’s header: %s', (_, header) => {
  const none = header.map(() => 0);
  const given = [...none, 0, 0, 0.5, 0, 0, 0.25, 0];
  const hunks = scored([...header, ...HUNK, '@@ -9 +9 @@', ' d', '+e'], given);
  expect(hunks).toEqual([...none, 0.5, 0.5, 0.5, 0.5, 0.25, 0.25, 0.25]);
});

test('a hunk without lines says nothing of the next one', () => {
  expect(scored(['@@ -1 +1 @@', '@@ -9 +9 @@', ' a'], [0.5, 0.25, 0])).toEqual([0.5, 0.25, 0.25]);
});

test('a file that is named speaks for its hunks, and more for those that are meant as well', () => {
  const diff = [...CHANGED, '@@ -1 +1 @@', ' a', '@@ -9 +9 @@', ' b', ...CHANGED, '@@ -1 +1 @@', ' c'];
  const given = [1, 0, 0.5, 0, 0, 0, 0, 0.5, 0, 0, 0, 0, 0, 0.5];
  expect(scored(diff, given)).toEqual([1, 0, 0.5, 0, 0.6, 0.6, 0.8, 0.8, 0, 0, 0, 0, 0.5, 0.5]);
});

test('what a hunk or a header has from the lines beside it counts half, or nothing', () => {
  const diff = [...CHANGED, '@@ -1 +1 @@', ' a'];
  expect(scored(diff, [0, 0, 0, 0.5, 0.5, 0], [3, 4])).toEqual([0, 0, 0, 0.5, 0.25, 0.25]);
});

test('what a commit says of itself speaks for none of its files', () => {
  const diff = [`commit ${'a'.repeat(40)}`, ...CHANGED, '@@ -1 +1 @@', ' a'];
  expect(scored(diff, [1, 0, 0, 0, 0, 0, 0])).toEqual([1, 0, 0, 0, 0, 0, 0]);
});

const file = (name: string, changes: readonly string[]): string[] => [
  ...[
    `diff --git a/${name}.txt b/${name}.txt`,
    'index d5b325e..abb2c9f 100644',
    `--- a/${name}.txt`,
    `+++ b/${name}.txt`,
  ],
  ...changes.flatMap((change, i) => [
    ...[`@@ -${i * 40 + 1},5 +${i * 40 + 1},5 @@`, ' line one of the text', ' line two of the text'],
    ...[`-line ${i} of the text`, `+${change} ${i}`, ' line four of the text', ' line five of the text'],
  ]),
];

test('all hunks of the file that is asked for are kept, and most others are not', () => {
  const plain = Array<string>(5).fill('in other words');
  const changed = ['in other words', 'changed where it was', ...plain.slice(2)];
  const diff = [...file('alpha', changed), ...file('beta', plain), ...file('delta', plain), ...file('omega', plain)];
  const { text } = pruneText({ text: diff.join('\n'), question: 'Where did delta change?' });
  const shown = text.split('\n');
  for (const line of file('delta', plain)) expect(shown).toContain(line);
  expect(text.length).toBeLessThan(diff.join('\n').length / 2);
});

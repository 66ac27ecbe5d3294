import { expect, test } from 'vitest';
import { formGroups, lineForm } from '../../../../src/engine/structure/line-form.ts';
import { atOnce } from '../../../../src/text/cooperative-task.ts';

test.each([
  [
    'openat(AT_FDCWD, "/a/b", O_RDONLY) = -1 ENOENT (No such file)',
    'openat(AT_FDCWD, "/c", O_RDONLY) = -1 ENOENT (No such file)',
  ],
  ["find: 'lib/x': Permission denied", "find: 'lib/y/z': Permission denied"],
  ['tar: lib/x: Cannot open it', 'tar: lib/y.z: Cannot open it'],
  ['retry 3 of 70 at 0xff', 'retry 12 of 70 at 0x1e'],
])('lines about different things have one form: %s', (one, other) => {
  expect(lineForm(one)).toBe(lineForm(other));
});

test.each([
  ['src/engine/a.ts', 'src/engine/b.ts'],
  ['modified: src/a.ts', 'modified: src/b.ts'],
  ['100755 4be2c1 0 bin/run', '100755 4be2c1 0 bin/stop'],
  ['cannot open it', 'cannot close it'],
])('a path of a list is news: %s', (one, other) => {
  expect(lineForm(one)).not.toBe(lineForm(other));
});

test('thousands of long messages were compared in one step', () => {
  const messages = (words: number): Set<string> =>
    new Set(Array.from({ length: 4_000 }, (_, i) => `${i} ${'host-1.example '.repeat(words)}`));
  const [few, many] = [[...formGroups(messages(10))], [...formGroups(messages(90))]];
  expect(few.length).toBeGreaterThan(4);
  expect(many.length).toBeGreaterThan(2 * few.length);
  expect(Math.max(...few, ...many)).toBeLessThan(140_000);
});

test('messages are grouped by a name among their first words', () => {
  const named = (before: number, after: number): string[] =>
    Array.from({ length: 8 }, (_, i) => `${'word '.repeat(before)}host-${i}${' word'.repeat(after)}`);
  const grouped = (messages: readonly string[]): readonly string[] => [
    ...new Set(atOnce(formGroups(new Set(messages))).values()),
  ];
  expect(grouped(named(2, 2))).toEqual(['word word * word word']);
  expect(grouped(named(0, 90))).toEqual([`*${' word'.repeat(90)}`]);
  expect([grouped(named(1, 2)), grouped(named(24, 2))]).toEqual([[], []]);
  expect(grouped(named(2, 2).slice(0, 5))).toEqual([]);
});

import { expect, test } from 'vitest';
import { unifiedDiff } from '../../../launcher/setup/unified-diff.ts';

const lines = (...all: readonly (string | number)[]): string => all.map((line) => `${line}\n`).join('');
const NINE = [1, 2, 3, 4, 5, 6, 7, 8, 9];

test('changes are shown with three lines around, as patch reads them', () => {
  expect(unifiedDiff('f', lines(...NINE), lines(1, 2, 3, 4, 'five', 'more', 6, 7, 8, 9))).toEqual([
    '--- f',
    '+++ f',
    '@@ -2,7 +2,8 @@',
    ...[' 2', ' 3', ' 4', '-5', '+five', '+more', ' 6', ' 7', ' 8'],
  ]);
});

test('changes that are far apart stand in hunks of their own', () => {
  const before = lines('a', ...NINE, 'z');
  expect(unifiedDiff('f', before, lines('b', ...NINE, 'y')).filter((line) => line.startsWith('@@'))).toEqual([
    '@@ -1,4 +1,4 @@',
    '@@ -8,4 +8,4 @@',
  ]);
});

test('a file that is new, or goes, stands against nothing', () => {
  expect(unifiedDiff('f', undefined, 'a\n')).toEqual(['--- /dev/null', '+++ f', '@@ -0,0 +1,1 @@', '+a']);
  expect(unifiedDiff('f', 'a\n', undefined)).toEqual(['--- f', '+++ /dev/null', '@@ -1,1 +0,0 @@', '-a']);
  expect(unifiedDiff('f', 'a', 'a')).toEqual([]);
});

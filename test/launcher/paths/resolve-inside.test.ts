import { expect, test } from 'vitest';
import { resolveInside } from '../../../launcher/paths/resolve-inside.ts';

test.each([
  ['a.txt', '/r/a.txt'],
  ['.', '/r'],
  ['', '/r'],
  ['a/../b', '/r/b'],
  ['/r/x', '/r/x'],
  ['..a', '/r/..a'],
  ['-rf', '/r/-rf'],
])('%j is inside', (given, absolute) => {
  expect(resolveInside('/r', given)).toBe(absolute);
});

test.each(['..', '../r2/x', '/etc/passwd', 'a/../../r2', '/r2', 'a\0b'])('%j is not', (given) => {
  expect(resolveInside('/r', given)).toBeUndefined();
});

test('everything is inside the file system root', () => {
  expect(resolveInside('/', '../etc/passwd')).toBe('/etc/passwd');
});

import { describe, expect, test } from 'vitest';
import { isInside, resolveInside } from '../../../../launcher/platform/paths/resolve-inside.ts';

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

describe('on Windows', () => {
  test.each([
    ['a\\b.txt', 'C:\\r\\a\\b.txt'],
    ['a/b.txt', 'C:\\r\\a\\b.txt'],
    ['C:\\r\\x', 'C:\\r\\x'],
    ['c:\\R\\x', 'c:\\R\\x'],
    ['C:/r/x', 'C:\\r\\x'],
    ['a\\..\\b', 'C:\\r\\b'],
  ])('%j is inside', (given, absolute) => {
    expect(resolveInside('C:\\r', given, 'win32')).toBe(absolute);
  });

  test.each(['..', '..\\r2', 'D:\\r\\x', 'C:\\r2', '\\\\host\\share\\x', 'a\\..\\..\\r2', 'a\0'])(
    '%j is not',
    (given) => {
      expect(resolveInside('C:\\r', given, 'win32')).toBeUndefined();
    },
  );
});

describe('where file systems do not tell cases apart', () => {
  test('a name in another case is looked up, and its real path tells', () => {
    expect(resolveInside('/Users/me/Proj', '/users/ME/proj/a.txt', 'darwin')).toBe('/users/ME/proj/a.txt');
    expect(resolveInside('/Users/me/caf\u00e9', '/Users/me/cafe\u0301/a', 'darwin')).toBe('/Users/me/cafe\u0301/a');
    expect(resolveInside('/Users/me/Proj', '/Users/me/proj2/a', 'darwin')).toBeUndefined();
    expect(isInside('/Users/me/Proj', '/Users/me/proj/a', 'darwin')).toBe(false);
  });

  test('on Linux another case is another name', () => {
    expect(resolveInside('/r/Proj', '/r/proj/a', 'linux')).toBeUndefined();
  });
});

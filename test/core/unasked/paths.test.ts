import { expect, test } from 'vitest';
import { isAbsolute, relativePath, resolvePath } from '../../../src/unasked/paths.ts';

test.each([
  ['/home/ken/app', 'src/../a.ts', '/home/ken/app/a.ts'],
  ['/home/ken/app', '../../etc/./b', '/home/etc/b'],
  ['/home/ken/app', '/tmp//c', '/tmp/c'],
  ['/', '../..', '/'],
  ['C:\\work\\app', 'src\\a.ts', 'C:/work/app/src/a.ts'],
  ['C:\\work\\app', 'D:\\b.ts', 'D:/b.ts'],
  ['\\\\server\\share', 'a.ts', '//server/share/a.ts'],
])('from %s, %s is %s', (root, file, path) => {
  expect(resolvePath(root, file)).toBe(path);
});

test.each([
  ['/home/ken/app', '/home/ken/app/src/a.ts', 'src/a.ts'],
  ['/home/ken/app', '/home/b/a.ts', '../../b/a.ts'],
  ['/', '/a', 'a'],
  ['C:/work', 'C:/work/a', 'a'],
])('from %s, %s is at %s', (folder, file, path) => {
  expect(relativePath(folder, file)).toBe(path);
});

test.each([
  ['/a', true],
  ['C:\\a', true],
  ['C:/a', true],
  ['\\\\server\\a', true],
  ['a/b', false],
  ['./a', false],
  ['C:a', false],
])('%s is absolute: %s', (file, is) => {
  expect(isAbsolute(file)).toBe(is);
});

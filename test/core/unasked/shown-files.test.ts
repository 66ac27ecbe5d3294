import { expect, test } from 'vitest';
import { isSameFile } from '../../../src/unasked/shown-files.ts';

test.each([
  ['/home/ann/shop/src/a.ts', 'src/a.ts', true],
  ['./src/a.ts', '/home/ann/shop/src/a.ts', true],
  ['C:\\shop\\src\\a.ts', 'src/a.ts', true],
  ['src/a.ts', 'src/a.ts', true],
  ['/home/ann/shop/src/a.ts', 'a.ts', true],
  ['/home/ann/shop/src/a.ts', '/home/bob/src/a.ts', false],
  ['src/aa.ts', 'a.ts', false],
])('%s and %s may be the same file: %s', (one, other, expected) => {
  expect(isSameFile(one, other)).toBe(expected);
  expect(isSameFile(other, one)).toBe(expected);
});

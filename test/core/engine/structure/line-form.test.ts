import { expect, test } from 'vitest';
import { lineForm } from '../../../../src/engine/structure/line-form.ts';

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

import { expect, test } from 'vitest';
import { longFunctions } from './long-functions.ts';
import { pictureOf } from './picture.ts';
import { filesOf, readFile } from './tree.ts';

test.each(['src', 'launcher', 'worker'])('ARCHITECTURE has the picture of the rooms of %s as they are', (tree) => {
  expect(readFile('ARCHITECTURE.md')).toContain(pictureOf(tree));
});

test('no function has more than 60 lines, but for pages', () => {
  const files = ['src', 'launcher', 'worker'].flatMap(filesOf).filter((file) => !file.endsWith('.tsx'));
  expect(longFunctions(files, 60)).toEqual([]);
});

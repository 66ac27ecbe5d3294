import { expect, test } from 'vitest';
import { codeLines } from './code-lines.ts';
import { namesTwice } from './exported-names.ts';
import { longFunctions } from './long-functions.ts';
import { pictureOf } from './picture.ts';
import { circlesIn, filesOf, filesReached, readFile } from './tree.ts';

const TREES = ['src', 'launcher', 'worker'];

test.each(TREES)('ARCHITECTURE has the picture of the rooms of %s as they are', (tree) => {
  expect(readFile('ARCHITECTURE.md')).toContain(pictureOf(tree));
});

test('no function has more than 60 lines, but for pages', () => {
  const files = TREES.flatMap(filesOf).filter((file) => !file.endsWith('.tsx'));
  expect(longFunctions(files, 60)).toEqual([]);
});

test('no exported name is declared with two meanings', () => {
  expect(namesTwice(TREES.flatMap(filesOf))).toEqual([]);
});

test.each(TREES)('no file of %s imports itself through others, not even for a type', (tree) => {
  expect(circlesIn(filesReached(tree))).toEqual([]);
});

test('lines of code are those without comments, blank lines and imports', () => {
  const lines = [
    ...["import fs from 'node:fs';", 'import {', '  one,', '  two,', "} from './one.ts';", "export * from './two.ts';"],
    ...['', '// why', '/** In a line. */', '/**', ' * In lines.', ' */'],
    ...["const late = await import('./late.ts'); // said", 'export const text = `', '  `;', '}'],
  ];
  expect(codeLines(lines.join('\n'))).toBe(4);
});

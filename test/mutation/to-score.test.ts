import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ROOT } from '../runtime/started.ts';
import { AREAS } from './areas.ts';
import { toScore } from './to-score.ts';

test('a mutant that runs for ever is noticed, and one that cannot be loaded counts for nothing', () => {
  const statuses = ['Killed', 'Timeout', 'Survived', 'NoCoverage', 'CompileError', 'RuntimeError', 'Ignored'];
  expect(toScore(statuses)).toEqual({ mutants: 4, killed: 2, survived: 1, untested: 1, percent: 50 });
});

test('a source without a place to change has nothing that is not noticed', () => {
  expect(toScore([])).toMatchObject({ mutants: 0, percent: 100 });
});

test('areas name folders that are there', () => {
  const named = AREAS.flatMap(({ source, tests }) => [source, ...tests.map((glob) => glob.replace(/\/\*\*.*$/, ''))]);
  expect(named.filter((folder) => !existsSync(ROOT + folder))).toEqual([]);
});

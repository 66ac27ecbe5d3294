import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import deno from '../deno.config.ts';
import { CAN_DIFFER } from './can-differ.ts';
import { ROOT } from './suites.ts';

test('every pattern of suites that can differ on another runtime matches a file', () => {
  const patterns = [...Object.keys(CAN_DIFFER).map((pattern) => `test/${pattern}`), ...(deno.test?.include ?? [])];
  expect(patterns.filter((pattern) => globSync(pattern, { cwd: ROOT }).length === 0)).toEqual([]);
});

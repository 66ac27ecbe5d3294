import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { NODE, ROOT } from './started.ts';

const MIB = 8;

test('a session that was given 400 results of 100 KB holds none of their text by the names found in it', async () => {
  const args = ['--expose-gc', `${ROOT}test/bench/memory.ts`, '400'];
  const { stdout } = await promisify(execFile)(NODE, args, { cwd: ROOT });
  expect(Number(stdout)).toBeGreaterThan(0);
  expect(Number(stdout)).toBeLessThan(MIB);
});

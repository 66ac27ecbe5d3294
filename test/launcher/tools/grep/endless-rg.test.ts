import { spawn } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ended, running } from '../../../support/running.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { endlessRg, twoPids } from './endless-rg.ts';

test('an endless rg that nobody kills ends with its test', { timeout: 120_000 }, async () => {
  const root = tempDir();
  const finish: (() => unknown)[] = [];
  const bin = await endlessRg(root, (hook) => void finish.push(hook as () => unknown));
  spawn(path.join(bin, 'rg'), { detached: true, stdio: 'ignore' });
  const pids = await twoPids(root);
  expect(await running(pids)).toEqual(pids);
  for (const hook of finish) await hook();
  await ended(pids);
});

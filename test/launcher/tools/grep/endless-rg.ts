import { execFileSync } from 'node:child_process';
import { open, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { tempDir } from '../../../support/temp-dir.ts';
import { until } from '../../../support/until.ts';

/**
 * Creates a folder with an `rg` that ignores SIGTERM, starts a child process, and writes both pids into `root`. Neither
 * ends during the test unless it is killed. Both read from a pipe that the test holds open, so they end with the test
 * even if it fails or is interrupted.
 */
export async function endlessRg(root: string, whenFinished: typeof onTestFinished = onTestFinished): Promise<string> {
  const bin = tempDir(whenFinished);
  const pipe = path.join(bin, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const held = await open(pipe, 'r+');
  whenFinished(() => held.close());
  const script = `#!/bin/bash
trap '' TERM
exec 9< ${pipe}
echo $$ >> ${root}/pids
cat <&9 & echo $! >> ${root}/pids
wait; wait
`;
  await writeFile(path.join(bin, 'rg'), script, { mode: 0o755 });
  return bin;
}

/** Resolves to the pids of the endless `rg` and its child, once both run. */
export function twoPids(root: string): Promise<readonly number[]> {
  return until(async () => {
    const text = await readFile(path.join(root, 'pids'), 'utf8').catch(() => '');
    const pids = text.split('\n').filter(Boolean).map(Number);
    return pids.length === 2 && text.endsWith('\n') ? pids : undefined;
  });
}

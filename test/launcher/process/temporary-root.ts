import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

/** The real path of a new directory, gone when the test is over. */
export async function temporaryRoot(): Promise<string> {
  const root = await realpath(await mkdtemp(path.join(tmpdir(), 'launcher-')));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  return root;
}

import { execFile } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createFileArtifactStore } from '../../../launcher/platform/artifacts/file-artifact-store.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { NODE } from '../started.ts';

const run = promisify(execFile);
const ONCE = fileURLToPath(new URL('put-once.ts', import.meta.url));
const NOBODY = 65_534;
const DENIED = 'permission denied; make it writable, or set MCP_PRUNER_HOME to a folder that is';

async function folderWithOne(): Promise<string> {
  const folder = path.join(tempDir(), 'artifacts');
  await createFileArtifactStore({ folder }).put({ domain: 'test', mimeType: 'a/b', body: 'one' });
  return folder;
}

test('a disk that takes no more: nothing half-written stays, and the reason is told', async () => {
  const folder = await folderWithOne();
  // The shell limits the size of files, so the system refuses a write midway, as a full disk does.
  const { stdout } = await run('/bin/sh', ['-c', `ulimit -f 1000; exec "$0" "$@"`, NODE, ONCE, folder, '3000000']);
  expect(JSON.parse(stdout)).toEqual({
    outcome: {
      code: 'failed',
      message: `store an artifact in ${JSON.stringify(folder)}: a file may not be that large`,
    },
    read: 3,
    artifacts: 1,
  });
  expect(readdirSync(folder)).toHaveLength(1);
});

test('a folder that is read-only takes nothing, says so, and still gives', async () => {
  const folder = await folderWithOne();
  const isRoot = process.getuid?.() === 0;
  if (isRoot) {
    // Root can write everywhere, so give the folder to another user and run as that user.
    chmodSync(path.dirname(folder), 0o755);
    for (const name of ['.', ...readdirSync(folder)]) chownSync(path.join(folder, name), NOBODY, NOBODY);
  }
  chmodSync(folder, 0o500);
  const { stdout } = await run(NODE, [ONCE, folder, '10'], isRoot ? { uid: NOBODY, gid: NOBODY } : {});
  expect(JSON.parse(stdout)).toEqual({
    outcome: { code: 'failed', message: `store an artifact in ${JSON.stringify(folder)}: ${DENIED}` },
    read: 3,
    artifacts: 1,
  });
  chmodSync(folder, 0o700);
});

test('a folder inside one that is read-only is not made, and that is told', async () => {
  const parent = path.join(tempDir(), 'home');
  mkdirSync(parent, { mode: 0o555 });
  const isRoot = process.getuid?.() === 0;
  chmodSync(path.dirname(parent), 0o755);
  const folder = path.join(parent, 'artifacts');
  const { stdout } = await run(NODE, [ONCE, folder, '10'], isRoot ? { uid: NOBODY, gid: NOBODY } : {});
  expect(JSON.parse(stdout)).toEqual({
    outcome: { code: 'failed', message: `make the folder of artifacts in ${JSON.stringify(folder)}: ${DENIED}` },
    artifacts: 0,
  });
});

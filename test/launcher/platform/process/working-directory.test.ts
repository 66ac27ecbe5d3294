import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { workingDirectory } from '../../../../launcher/platform/process/working-directory.ts';
import { tempDir } from '../../../support/temp-dir.ts';

test('it is the root unless told otherwise', async () => {
  const root = tempDir();
  expect(await workingDirectory(root)).toEqual({ ok: true, path: root, relative: '.' });
});

test('it is entered by its real path and named as asked for', async () => {
  const root = tempDir();
  await mkdir(path.join(root, 'real'));
  await symlink('real', path.join(root, 'link'));
  expect(await workingDirectory(root, 'link')).toEqual({ ok: true, path: path.join(root, 'real'), relative: 'link' });
});

test.for([
  ['missing', 'does not exist'],
  ['file', 'is not a directory'],
  ['out', 'leaves the root by a link'],
  ['..', 'leaves the root'],
  ['file/below', 'does not exist'],
] as const)('"%s" is refused: it %s', async ([given, why]) => {
  const root = tempDir();
  await writeFile(path.join(root, 'file'), '');
  await symlink('/', path.join(root, 'out'));
  const answer = await workingDirectory(root, given);
  expect(answer.ok ? '' : answer.message).toContain(`cwd "${given}" ${why}`);
});

test('a root that is gone is refused', async () => {
  const root = tempDir();
  await rm(root, { recursive: true });
  expect((await workingDirectory(root)).ok).toBe(false);
});

import { chmodSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder, makeFolderSync } from '../../../../launcher/platform/files/make-folder.ts';
import { tempDir } from '../../../support/temp-dir.ts';

const ways = { makeFolder, makeFolderSync: async (folder: string) => makeFolderSync(folder) };

test.for(Object.entries(ways))('%s makes the folders that are missing, for their owner', async ([, make]) => {
  const root = tempDir();
  chmodSync(root, 0o755);
  await make(path.join(root, 'a/b/c'));
  await make(path.join(root, 'a/b/c'));
  expect([statSync(root), statSync(path.join(root, 'a')), statSync(path.join(root, 'a/b/c'))].map(modeOf)).toEqual([
    0o755, 0o700, 0o700,
  ]);
});

test.for(Object.entries(ways))('%s of one folder many times at once', async ([, make]) => {
  for (let i = 0; i < 20; i++) {
    const folder = path.join(tempDir(), 'a/b/c/d');
    await Promise.all(Array.from({ length: 20 }, (_, n) => make(path.join(folder, String(n % 2)))));
    expect(statSync(path.join(folder, '1')).isDirectory()).toBe(true);
  }
});

test.for(Object.entries(ways))('%s takes a link to a folder, and refuses what is no folder', async ([, make]) => {
  const root = tempDir();
  mkdirSync(path.join(root, 'real'));
  symlinkSync('real', path.join(root, 'link'));
  writeFileSync(path.join(root, 'file'), '');
  symlinkSync('nowhere', path.join(root, 'broken'));
  await make(path.join(root, 'link'));
  await make(path.join(root, 'link/inside'));
  await expect(make(path.join(root, 'file'))).rejects.toMatchObject({ code: 'EEXIST' });
  await expect(make(path.join(root, 'file/a'))).rejects.toMatchObject({ code: 'ENOTDIR' });
  await expect(make(path.join(root, 'broken/a'))).rejects.toMatchObject({ code: 'EEXIST' });
});

test.skipIf(process.platform !== 'linux').for(Object.entries(ways))('%s fails under /proc', async ([, make]) => {
  await expect(make('/proc/no-such-folder')).rejects.toMatchObject({ code: 'ENOENT' });
  await expect(make('/proc/no-such-folder/below/it')).rejects.toMatchObject({ code: 'ENOENT' });
});

const modeOf = ({ mode }: { readonly mode: number }): number => mode & 0o777;

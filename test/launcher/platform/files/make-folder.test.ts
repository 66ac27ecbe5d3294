import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { makeFolder } from '../../../../launcher/platform/files/make-folder.ts';
import { NODE } from '../../../runtime/started.ts';
import { tempDir } from '../../../support/temp-dir.ts';

const MODULE = new URL('../../../../launcher/platform/files/make-folder.ts', import.meta.url).href;

test('makes the folders that are missing, for their owner', () => {
  const root = tempDir();
  chmodSync(root, 0o755);
  makeFolder(path.join(root, 'a/b/c'));
  makeFolder(path.join(root, 'a/b/c'));
  expect([statSync(root), statSync(path.join(root, 'a')), statSync(path.join(root, 'a/b/c'))].map(modeOf)).toEqual([
    0o755, 0o700, 0o700,
  ]);
});

test('says which folders it made, outermost first', () => {
  const root = tempDir();
  expect(makeFolder(path.join(root, 'a/b'))).toEqual([path.join(root, 'a'), path.join(root, 'a/b')]);
  expect(makeFolder(path.join(root, 'a/b'))).toEqual([]);
});

test('several processes make the same folders at once', async () => {
  const root = tempDir();
  const code = `import { makeFolder } from ${JSON.stringify(MODULE)};
    for (let i = 0; i < 300; i++) makeFolder(process.argv[1] + '/' + i + '/a/b/c');`;
  const run = promisify(execFile);
  await Promise.all([1, 2, 3].map(() => run(NODE, ['--input-type=module', '-e', code, root])));
  expect(statSync(path.join(root, '299/a/b/c')).isDirectory()).toBe(true);
});

test('takes a link to a folder, and refuses what is no folder', () => {
  const root = tempDir();
  mkdirSync(path.join(root, 'real'));
  symlinkSync('real', path.join(root, 'link'));
  writeFileSync(path.join(root, 'file'), '');
  symlinkSync('nowhere', path.join(root, 'broken'));
  makeFolder(path.join(root, 'link'));
  makeFolder(path.join(root, 'link/inside'));
  expect(() => makeFolder(path.join(root, 'file'))).toThrow('EEXIST');
  expect(() => makeFolder(path.join(root, 'file/a'))).toThrow('ENOTDIR');
  expect(() => makeFolder(path.join(root, 'broken/a'))).toThrow('EEXIST');
});

test.skipIf(process.platform !== 'linux')('fails under /proc', () => {
  expect(() => makeFolder('/proc/no-such-folder')).toThrow('ENOENT');
  expect(() => makeFolder('/proc/no-such-folder/below/it')).toThrow('ENOENT');
});

const modeOf = ({ mode }: { readonly mode: number }): number => mode & 0o777;

import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { workFolder } from '../../../../launcher/platform/paths/work-folder.ts';
import { tempDir } from '../../../support/temp-dir.ts';

const home = realpathSync(tempDir(afterAll));
const start = path.join(home, 'start');
const [nested, checkout, plain] = [path.join(start, 'side/src'), path.join(home, 'other'), path.join(home, 'plain')];
for (const folder of [nested, path.join(checkout, 'src'), plain]) mkdirSync(folder, { recursive: true });
writeFileSync(path.join(start, 'side/.git'), 'gitdir: elsewhere\n');
writeFileSync(path.join(checkout, '.git'), 'gitdir: elsewhere\n');

test('inside the folder of the start, that is the root, also of another checkout', () => {
  expect(workFolder(start, start)).toEqual({ folder: start, root: start });
  expect(workFolder(start, nested)).toEqual({ folder: nested, root: start });
});

test('elsewhere the root is the checkout, or the folder itself', () => {
  const folder = path.join(checkout, 'src');
  expect(workFolder(start, folder)).toEqual({ folder, root: checkout });
  expect(workFolder(start, plain)).toEqual({ folder: plain, root: plain });
});

test('links are followed, and what is no folder is none', () => {
  const link = path.join(home, 'link');
  symlinkSync(nested, link);
  expect(workFolder(start, link)).toEqual({ folder: nested, root: start });
  expect(workFolder(start, path.join(home, 'gone'))).toBeUndefined();
  expect(workFolder(start, path.join(checkout, '.git'))).toBeUndefined();
});

import { chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { findExecutable } from '../../../../launcher/platform/process/find-executable.ts';
import { tempDir } from '../../../support/temp-dir.ts';

test('the first executable file on the path is taken', async () => {
  const root = tempDir();
  for (const name of ['directory', 'plain', 'right', 'later']) await mkdir(path.join(root, name));
  await mkdir(path.join(root, 'directory', 'tool'));
  for (const name of ['plain', 'right', 'later']) await writeFile(path.join(root, name, 'tool'), '');
  for (const name of ['right', 'later']) await chmod(path.join(root, name, 'tool'), 0o755);
  const searchPath = ['directory', 'plain', 'right', 'later'].map((name) => path.join(root, name)).join(path.delimiter);
  expect(await findExecutable('tool', searchPath)).toBe(path.join(root, 'right', 'tool'));
});

test('relative and empty entries are passed over, and no path has nothing', async () => {
  expect(await findExecutable('package.json', `.${path.delimiter}`)).toBeUndefined();
  expect(await findExecutable('bash', undefined)).toBeUndefined();
});

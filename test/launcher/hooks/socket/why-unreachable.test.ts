import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { whyUnreachable } from '../../../../launcher/hooks/socket/why-unreachable.ts';
import { tempDir } from '../../../support/temp-dir.ts';

const on = { platform: 'linux' } as const;

test('a folder of the user’s own is in nobody’s way, whatever its mode, and neither is none', async () => {
  const home = tempDir();
  expect(await whyUnreachable(home, on)).toBeUndefined();
  const folder = path.join(home, 'hooks');
  mkdirSync(folder);
  chmodSync(folder, 0o500);
  expect(await whyUnreachable(home, { ...on, uid: statSync(folder).uid })).toBeUndefined();
});

test('a folder that another user has made is told, but for root', async () => {
  const home = tempDir();
  const folder = path.join(home, 'hooks');
  mkdirSync(folder);
  expect(await whyUnreachable(home, { ...on, uid: statSync(folder).uid + 1 })).toEqual({
    why: `${JSON.stringify(folder)} belongs to another user`,
    fix: `sudo chown -R "$USER" ${folder}`,
  });
  expect(await whyUnreachable(home, { ...on, uid: 0 })).toBeUndefined();
});

test('what is no folder is told, and so is a path that is too long or cannot be looked at', async () => {
  const home = tempDir();
  const file = path.join(home, 'hooks');
  writeFileSync(file, '');
  expect(await whyUnreachable(home, on)).toEqual({ why: `${JSON.stringify(file)} is not a folder`, fix: `rm ${file}` });
  expect(await whyUnreachable(`/${'x'.repeat(100)}`, on)).toMatchObject({ home: '/shorter/path' });
  expect(await whyUnreachable(file, on)).toMatchObject({
    why: expect.stringMatching(/cannot be read: a part of its path is a file, not a folder$/),
  });
});

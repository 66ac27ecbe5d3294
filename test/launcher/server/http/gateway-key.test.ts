import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { systemTimers } from '../../../../launcher/platform/timers.ts';
import { gatewayKey, KEY_FILE } from '../../../../launcher/server/http/gateway-key.ts';
import { tempDir } from '../../../support/temp-dir.ts';

test('a key is made once, for its owner alone, also by two that start together', async () => {
  const home = path.join(tempDir(), 'home');
  const made = await Promise.all([gatewayKey(home, systemTimers), gatewayKey(home, systemTimers)]);
  const file = path.join(home, KEY_FILE);
  expect(made[0]).toEqual({ key: readFileSync(file, 'utf8').trim(), file });
  expect(made[1]).toEqual(made[0]);
  expect(made[0]?.key).toHaveLength(43);
  expect(await gatewayKey(home, systemTimers)).toEqual(made[0]);
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
});

test.each([
  ['too short', 'short', 0o600, 'it is none: remove it'],
  ['two words', `${'a'.repeat(32)} ${'b'.repeat(32)}`, 0o600, 'it is none: remove it'],
  ['open to others', 'a'.repeat(32), 0o640, 'others may read it: remove it'],
])('a file that is %s is refused', async (_, text, mode, why) => {
  const home = tempDir();
  const file = path.join(home, KEY_FILE);
  writeFileSync(file, text);
  chmodSync(file, mode);
  const refused = gatewayKey(home, systemTimers);
  await expect(refused).rejects.toThrow(`cannot use the key in "${file}": ${why}`);
  await expect(refused).rejects.not.toThrow(text);
});

test('a home that cannot be had is told with the system’s reason', async () => {
  const file = path.join(tempDir(), 'file');
  writeFileSync(file, '');
  await expect(gatewayKey(file, systemTimers)).rejects.toThrow(
    /^cannot use the key in ".*": (a file of that name exists|a part of its path is a file)/,
  );
});

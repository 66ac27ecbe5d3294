import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { withLock } from '../../../../launcher/platform/files/with-lock.ts';
import { systemTimers } from '../../../../launcher/platform/timers.ts';
import { tempDir } from '../../../support/temp-dir.ts';

const OLD = new Date(0);

function leftBehind(file: string, when: Date = OLD): string {
  writeFileSync(file, 'somebody');
  utimesSync(file, when, when);
  return file;
}

test.each([OLD, new Date(Date.now() + 86_400_000)])(
  'one left behind at %s lets one after the other in',
  async (when) => {
    const folder = tempDir();
    const lock = leftBehind(path.join(folder, 'lock'), when);
    leftBehind(`${lock}.stale`);
    let inside = 0;
    let max = 0;
    const enter = (): Promise<void> =>
      withLock(lock, systemTimers, async () => {
        max = Math.max(max, ++inside);
        await new Promise((resolve) => setImmediate(resolve));
        inside--;
      });
    await Promise.all(Array.from({ length: 8 }, enter));
    expect([max, readdirSync(folder)]).toEqual([1, []]);
  },
);

test('the lock of whoever came after a holder that overslept stays', async () => {
  const lock = path.join(tempDir(), 'lock');
  await withLock(lock, systemTimers, async () => writeFileSync(lock, 'another'));
  expect(existsSync(lock) && readFileSync(lock, 'utf8')).toBe('another');
});

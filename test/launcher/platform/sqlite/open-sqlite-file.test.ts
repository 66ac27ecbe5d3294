import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { openSqliteFile, RETRY_MS } from '../../../../launcher/platform/sqlite/open-sqlite-file.ts';
import { systemTimers, type Timers } from '../../../../launcher/platform/timers.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { until } from '../../../support/until.ts';
import { heldTimers } from '../process/held-timers.ts';

const MIGRATIONS = [{ name: '0001', statements: ['CREATE TABLE notes (text TEXT)'] }];

function open(file: string, timers: Timers = systemTimers) {
  const aside: string[] = [];
  const opened = openSqliteFile({ file, timers, migrations: MIGRATIONS, onSetAside: (to) => aside.push(to) });
  return { opened, aside };
}

test.runIf(process.platform !== 'win32')('the file and its folder are for their owner alone', async () => {
  const file = path.join(tempDir(), 'home/notes.sqlite');
  const database = await open(file).opened;
  expect([file, path.dirname(file)].map((one) => statSync(one).mode & 0o777)).toEqual([0o600, 0o700]);
  database.close();
});

test('one that another process holds is waited for', async () => {
  const file = path.join(tempDir(), 'notes.sqlite');
  const holder = new DatabaseSync(file);
  holder.exec('BEGIN EXCLUSIVE; CREATE TABLE other (a)');
  const timers = heldTimers(RETRY_MS);
  const { opened } = open(file, timers);
  let isOpen = false;
  void opened.then(() => {
    isOpen = true;
  });
  const ring = (): boolean => {
    try {
      timers.ring(RETRY_MS);
      return true;
    } catch {
      return false; // It is not waiting now.
    }
  };
  await until(async () => ring() || undefined);
  expect(isOpen).toBe(false);
  holder.exec('COMMIT');
  await until(async () => {
    ring();
    return isOpen || undefined;
  });
  const database = await opened;
  await database.query('INSERT INTO notes VALUES (?)', 'a');
  expect((await database.query('SELECT text FROM notes')).rows).toEqual([{ text: 'a' }]);
  expect(holder.prepare('SELECT name FROM sqlite_master ORDER BY name').all()).toContainEqual({ name: 'other' });
  database.close();
  holder.close();
});

test('a file that is none, and one with a broken page, are set aside each under a name of its own', async () => {
  const file = path.join(tempDir(), 'notes.sqlite');
  writeFileSync(file, 'words'.repeat(1000));
  const first = open(file);
  const database = await first.opened;
  await database.batch(
    Array.from({ length: 400 }, (_, at) => ({ sql: 'INSERT INTO notes VALUES (?)', params: [`${at} `.repeat(50)] })),
  );
  database.close();
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.fill(0x41, 3 * 4096, 6 * 4096));
  const second = open(file);
  expect((await (await second.opened).query('SELECT * FROM notes')).rows).toEqual([]);
  expect([...first.aside, ...second.aside]).toEqual([`${file}.damaged-1`, `${file}.damaged-2`]);
  expect(readFileSync(`${file}.damaged-1`, 'utf8')).toBe('words'.repeat(1000));
  expect(existsSync(`${file}.damaged-2`)).toBe(true);
});

test.runIf(process.platform === 'linux')('a folder that takes no others is an error, and no endless loop', async () => {
  await expect(open('/proc/none/inside/notes.sqlite').opened).rejects.toThrow(/ENOENT|EACCES|EPERM/);
});

test('a folder in its place is a clear error', async () => {
  const file = path.join(tempDir(), 'notes.sqlite');
  mkdirSync(file);
  await expect(open(file).opened).rejects.toThrow(/EISDIR|directory/i);
});

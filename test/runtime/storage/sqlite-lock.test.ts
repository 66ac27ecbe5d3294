import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { type SqlDatabase, sql } from '../../../src/storage/sql-database.ts';
import { createSqliteDatabase, type SqliteOptions } from '../../../src/storage/sqlite-driver.ts';
import { tempDir } from '../../support/temp-dir.ts';

/** Returns a database, another process's connection that has locked it, and a count of the transaction's attempts. */
function locked(options: SqliteOptions): { database: SqlDatabase; other: DatabaseSync; tries: () => number } {
  const file = path.join(tempDir(), 'worker.db');
  const handle = new DatabaseSync(file);
  let tries = 0;
  const counting = {
    exec: (text: string) => {
      if (text === 'BEGIN IMMEDIATE') tries += 1;
      handle.exec(text);
    },
    prepare: (text: string) => handle.prepare(text),
    close: () => handle.close(),
  };
  const database = createSqliteDatabase(counting, options);
  handle.exec('CREATE TABLE a (b INTEGER)');
  const other = new DatabaseSync(file);
  other.exec('BEGIN IMMEDIATE');
  return { database, other, tries: () => tries };
}

const insert = (b: number) => [sql('INSERT INTO a (b) VALUES (?)', b)];

test('each of many writes that waited for a lock held up the event loop: the first alone tries', async () => {
  let pauses = 0;
  const pause = async (): Promise<void> => {
    if (++pauses === 20) other.exec('ROLLBACK');
  };
  const { database, other, tries } = locked({ pause });
  await Promise.all(Array.from({ length: 100 }, (_, i) => database.batch(insert(i))));
  expect(tries()).toBe(1 + 20 + 100);
  const { rows } = await database.query('SELECT b FROM a ORDER BY rowid');
  expect(rows.map(({ b }) => b)).toEqual(Array.from({ length: 100 }, (_, i) => i));
  database.close();
  other.close();
});

test('a write waited longer than its time where the event loop was slow: the clock says when it fails', async () => {
  let clock = 0;
  const pause = async (): Promise<void> => {
    clock += 1_000;
  };
  const { database, other, tries } = locked({ pause, now: () => clock });
  const asked = await Promise.allSettled([database.batch(insert(1)), database.batch(insert(2))]);
  expect(asked).toEqual(Array(2).fill({ status: 'rejected', reason: expect.objectContaining({ code: 'busy' }) }));
  expect(tries()).toBe(1 + 5);
  await expect(database.query('SELECT b FROM a')).resolves.toMatchObject({ rows: [] });
  database.close();
  other.close();
});

test('more writes than may wait fail at once', async () => {
  let resume = (): void => {};
  const paused = new Promise<void>((resolve) => {
    resume = resolve;
  });
  const { database, other } = locked({ pause: () => paused });
  const waiting = Array.from({ length: 500 }, (_, i) => database.batch(insert(i)));
  await expect(database.batch(insert(500))).rejects.toMatchObject({ code: 'busy' });
  other.exec('ROLLBACK');
  resume();
  expect(await Promise.all(waiting)).toHaveLength(500);
  database.close();
  other.close();
});

test('reads of one moment waited for another process to write, and failed where it took long', async () => {
  const { database, other, tries } = locked({ busyTimeoutMs: 0 });
  const read = sql('SELECT count(*) AS n FROM a');
  other.exec('INSERT INTO a (b) VALUES (1)');
  expect((await database.batch([read, read])).map(({ rows }) => rows)).toEqual([[{ n: 0 }], [{ n: 0 }]]);
  await expect(database.batch([read, ...insert(2)])).rejects.toMatchObject({ code: 'busy' });
  expect(tries()).toBe(1);
  other.exec('COMMIT');
  expect(await database.batch([read])).toMatchObject([{ rows: [{ n: 1 }] }]);
  database.close();
  other.close();
});

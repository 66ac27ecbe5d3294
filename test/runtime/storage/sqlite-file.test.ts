import { copyFileSync, renameSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import type { SqlDatabase } from '../../../src/storage/sql-database.ts';
import { createSqliteDatabase } from '../../../src/storage/sqlite-driver.ts';
import { openDataFile, rememberDamage } from '../../../worker/runtime/sqlite-file.ts';
import { createSqliteReader } from '../../../worker/runtime/sqlite-reader.ts';
import { describeSqlDatabase } from '../../contract/sql-database.ts';
import { tempDir } from '../../support/temp-dir.ts';

/** Reads some hundred thousand rows. */
const LONG =
  'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300000) SELECT sum(i) AS sum FROM n';

async function opened(loopTurn?: () => Promise<void>): Promise<SqlDatabase> {
  const database = await openDataFile(path.join(tempDir(), 'data'), { loopTurn });
  if (database === undefined) throw new Error('this runtime has no "node:sqlite"');
  return database;
}

describeSqlDatabase(() => opened());

test('reports of 10,000 keys held up every prune for seconds: the event loop turns while they are read', async () => {
  const database = await opened();
  // Starts the thread, so that only the statement is measured.
  await database.report('SELECT 1');
  let turned = false;
  setImmediate(() => {
    turned = true;
  });
  const [first, second] = await Promise.all([database.report(LONG), database.report(LONG)]);
  expect([first.rows, second.rows, turned]).toEqual([[{ sum: 45_000_150_000 }], [{ sum: 45_000_150_000 }], true]);
  database.close();
});

test('a database that is closed ends its reports', async () => {
  const database = await opened();
  const inFlight = database.report(LONG);
  database.close();
  const closed = { name: 'SqlError', code: 'failed', message: 'the database is closed' };
  await expect(inFlight).rejects.toMatchObject(closed);
  await expect(database.report('SELECT 1')).rejects.toMatchObject(closed);
});

test.skipIf(process.platform !== 'linux')('a folder that cannot be made hung for good: it fails', async () => {
  await expect(openDataFile('/proc/no-such-folder/data')).rejects.toThrow('ENOENT');
});

test('after a report, a clean stop left all changes beside the file: they are in it', async () => {
  const folder = path.join(tempDir(), 'data');
  const database = await openDataFile(folder);
  await database?.query("INSERT INTO secrets VALUES ('a', 'b')");
  await database?.report('SELECT 1');
  database?.close();
  const copy = path.join(tempDir(), 'copy.sqlite');
  copyFileSync(path.join(folder, 'worker.sqlite'), copy);
  const copied = new DatabaseSync(copy);
  expect(copied.prepare("SELECT value FROM secrets WHERE name = 'a'").all()).toMatchObject([{ value: 'b' }]);
  copied.close();
});

test('a file that was found damaged is not used again by itself, and one in its place is', async () => {
  const folder = path.join(tempDir(), 'data');
  const file = path.join(folder, 'worker.sqlite');
  (await openDataFile(folder))?.close();
  rememberDamage(folder);
  await expect(openDataFile(folder)).rejects.toThrow('is damaged: put a backup in its place');
  (await openDataFile(folder, { acceptsDamage: true }))?.close();
  await expect(openDataFile(folder)).rejects.toThrow('--accept-damage uses what can be read');
  copyFileSync(file, `${file}.backup`);
  renameSync(`${file}.backup`, file);
  (await openDataFile(folder))?.close();

  // A new file may get the inode of the damaged one.
  rememberDamage(folder);
  truncateSync(file);
  for (let starts = 0; starts < 2; starts++) (await openDataFile(folder))?.close();
});

test('a file without a write-ahead log can be read too, and equal reports are read once', async () => {
  const file = path.join(tempDir(), 'a.sqlite');
  const plain = new DatabaseSync(file);
  plain.exec('PRAGMA journal_mode = DELETE');
  plain.exec('CREATE TABLE a (b INTEGER)');
  plain.close();
  const reader = createSqliteReader(file);
  const count = { sql: 'SELECT count(*) AS n FROM a WHERE random() <> 0', params: [] };
  const [first, second] = await Promise.all([reader.query(count), reader.query(count)]);
  expect(first).toBe(second);
  expect(first.rows).toEqual([{ n: 0 }]);
  const many = await Promise.allSettled(
    Array.from({ length: 65 }, (_, i) => reader.query({ sql: `SELECT ${i}`, params: [] })),
  );
  expect(many.map(({ status }) => status).lastIndexOf('rejected')).toBe(64);
  expect(many.at(-1)).toMatchObject({ reason: { code: 'busy' } });
  reader.close();
});

test('a report cannot write', async () => {
  const database = await opened();
  await expect(database.report("INSERT INTO secrets VALUES ('a', 'b')")).rejects.toMatchObject({ code: 'failed' });
  database.close();
});

test('many short statements on end held up the event loop: it turns after 4 ms of them', async () => {
  let clock = 0;
  let turns = 0;
  const loopTurn = (): Promise<void> => {
    turns += 1;
    return new Promise((resolve) => setTimeout(resolve, 0));
  };
  const handle = new DatabaseSync(':memory:');
  const database = createSqliteDatabase(slow(handle), { loopTurn, now: () => clock });
  const order: unknown[] = [];
  const ask = async (sql: string): Promise<void> => void order.push((await database.query(sql)).rows[0]?.['i'], turns);
  await Promise.all([1, 2, 3, 4, 5].map((i) => ask(`SELECT ${i} AS i`)));
  expect(order).toEqual([1, 1, 2, 1, 3, 2, 4, 2, 5, 3]);
  database.close();

  /** Wraps a handle so that each statement takes 2 ms on the test's clock. */
  function slow(of: DatabaseSync) {
    return {
      exec: (text: string) => of.exec(text),
      close: () => of.close(),
      prepare: (text: string) => {
        const statement = of.prepare(text);
        return {
          columns: () => statement.columns(),
          run: () => statement.run(),
          all: () => {
            clock += 2;
            return statement.all();
          },
        };
      },
    };
  }
});

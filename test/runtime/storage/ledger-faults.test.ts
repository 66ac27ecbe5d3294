import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { migrate } from '../../../src/storage/migrate.ts';
import { createSqliteDatabase } from '../../../src/storage/sqlite-driver.ts';
import { createLedger } from '../../../src/teams/usage/ledger.ts';
import { createSqlLedger } from '../../../src/teams/usage/sql-ledger.ts';
import { usageRecord } from '../../contract/usage-records.ts';
import { tempDir } from '../../support/temp-dir.ts';

const never = (): Promise<void> => new Promise(() => {});

test('a database that another process has locked delays its records and loses none', async () => {
  const file = path.join(tempDir(), 'worker.db');
  const database = createSqliteDatabase(new DatabaseSync(file), { busyTimeoutMs: 0 });
  await migrate(database);
  const ledger = createLedger({ store: createSqlLedger(database), pause: never });
  const other = new DatabaseSync(file);
  other.exec('BEGIN IMMEDIATE');
  ledger.record(usageRecord());
  await ledger.flush();
  expect(ledger.counters()).toEqual({ written: 0, dropped: 0, waiting: 1, failures: 1 });
  other.exec('ROLLBACK');
  other.close();
  await ledger.flush();
  expect(ledger.counters()).toMatchObject({ written: 1, waiting: 0 });
  database.close();
});

test('a full database drops the oldest records and counts them', async () => {
  const handle = new DatabaseSync(path.join(tempDir(), 'worker.db'));
  const database = createSqliteDatabase(handle);
  await migrate(database);
  const { page_count: pages } = handle.prepare('PRAGMA page_count').get() as { page_count: number };
  handle.exec(`PRAGMA max_page_count = ${pages}`);
  const told: unknown[] = [];
  const onFailure = (error: unknown): void => void told.push(error);
  const ledger = createLedger({ store: createSqlLedger(database), pause: never, maxWaiting: 500, onFailure });
  for (let i = 0; i < 600; i++) ledger.record(usageRecord({ tool: `tool-${i}` }));
  await ledger.flush();
  expect(ledger.counters()).toEqual({ written: 0, dropped: 100, waiting: 500, failures: 1 });
  await ledger.flush();
  expect(told).toMatchObject([{ code: 'full', message: 'disk full' }]);
  handle.exec('PRAGMA max_page_count = 1000000');
  await ledger.flush();
  expect(ledger.counters()).toMatchObject({ written: 500, waiting: 0 });
  database.close();
});

test('a database that is gone fails writes, not records', async () => {
  const database = createSqliteDatabase(new DatabaseSync(':memory:'));
  await migrate(database);
  database.close();
  const ledger = createLedger({ store: createSqlLedger(database), pause: never });
  ledger.record(usageRecord());
  await ledger.flush();
  expect(ledger.counters()).toEqual({ written: 0, dropped: 0, waiting: 1, failures: 1 });
});

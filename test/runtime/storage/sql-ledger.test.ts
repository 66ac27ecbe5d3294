import { afterAll, describe, expect, test } from 'vitest';
import { withClock } from '../../../src/storage/database-clock.ts';
import type { SqlDatabase } from '../../../src/storage/sql-database.ts';
import { createSqlLedger } from '../../../src/teams/usage/sql-ledger.ts';
import { describeLedgerStore } from '../../contract/ledger-store.ts';
import { DAY, MORNING, usageRecord } from '../../contract/usage-records.ts';
import { EVERY_DATABASE, openMigrated } from '../../support/databases.ts';

for (const make of EVERY_DATABASE) {
  const databases = make();
  describe(databases.name, () => {
    afterAll(() => databases.dispose());

    describeLedgerStore(async (now) => createSqlLedger(withClock(await openMigrated(databases), now)));

    const filled = async (): Promise<SqlDatabase> => {
      const database = await openMigrated(databases);
      await database.query("INSERT INTO teams (id, name, created_at) VALUES ('team-a', 'Platform', 0)");
      for (const id of ['key-1', 'key-2']) {
        await database.query(
          "INSERT INTO keys (id, team_id, name, hash, scopes, created_at) VALUES (?, 'team-a', 'Ada', '', '', 0)",
          id,
        );
      }
      return database;
    };

    test('a month’s input bytes and a key’s last use are written along', async () => {
      const database = await filled();
      const store = createSqlLedger(database);
      await store.write({ id: '1', records: [usageRecord(), usageRecord({ at: MORNING - 5, bytesIn: 11 })] });
      await store.write({ id: '2', records: [usageRecord({ at: MORNING - 9, bytesIn: 0 })] });
      await store.write({ id: '3', records: [usageRecord({ at: MORNING + 40 * DAY, key: 'key-2' })] });
      const { rows: months } = await database.query('SELECT * FROM quota_use ORDER BY month');
      expect(months).toEqual([
        { team_id: 'team-a', month: '2026-11', input_bytes: 1_011 },
        { team_id: 'team-a', month: '2026-12', input_bytes: 1_000 },
      ]);
      const { rows: keys } = await database.query('SELECT id, last_used_at FROM keys ORDER BY id');
      expect(keys).toEqual([
        { id: 'key-1', last_used_at: MORNING },
        { id: 'key-2', last_used_at: MORNING + 40 * DAY },
      ]);
    });

    test('teams and keys are told by their names', async () => {
      const store = createSqlLedger(await filled());
      await store.write({ id: '1', records: [usageRecord()] });
      const range = { scope: { kind: 'all' }, from: 0, to: MORNING + DAY, period: 'day' } as const;
      expect(await store.usage({ ...range, groupBy: ['team', 'key'] })).toMatchObject([
        { teamName: 'Platform', keyName: 'Ada' },
      ]);
    });

    test('a row that the database refuses undoes the whole batch', async () => {
      const database = await filled();
      const store = createSqlLedger(database);
      const refused = usageRecord({ tokensIn: Number.NaN });
      await expect(store.write({ id: '1', records: [usageRecord(), refused] })).rejects.toMatchObject({
        name: 'SqlError',
        code: 'constraint',
      });
      for (const table of ['usage', 'latency', 'quota_use', 'ledger_batches']) {
        expect((await database.query(`SELECT 1 FROM ${table}`)).rows, table).toEqual([]);
      }
    });

    test('2,000 records are one small transaction', async () => {
      const database = await filled();
      const statements: number[] = [];
      const counted: SqlDatabase = {
        ...database,
        batch: (all) => {
          statements.push(all.length, Math.max(...all.map(({ params }) => params.length)));
          return database.batch(all);
        },
      };
      const store = createSqlLedger(counted);
      await store.write({ id: '1', records: Array.from({ length: 2_000 }, (_, i) => usageRecord({ durationMs: i })) });
      expect(statements).toEqual([5, 1]);
      const { rows } = await database.query("SELECT sum(requests) AS n FROM usage WHERE period = 'day'");
      expect(rows).toEqual([{ n: 2_000 }]);
    });

    test('sums by hour are kept for 90 days, those by day for two years, and batches for a day', async () => {
      let now = MORNING;
      const database = await filled();
      const store = createSqlLedger(withClock(database, () => now));
      await store.write({ id: '1', records: [usageRecord()] });
      const counts: number[][] = [];
      for (const days of [1, 90, 730]) {
        now = MORNING + days * DAY;
        await store.expire();
        const tables = ["usage WHERE period = 'hour'", "latency WHERE period = 'day'", 'ledger_batches'];
        const rows = await Promise.all(tables.map((one) => database.query(`SELECT 1 FROM ${one}`)));
        counts.push(rows.map((one) => one.rows.length));
      }
      expect(counts).toEqual([
        [1, 1, 1],
        [0, 1, 0],
        [0, 0, 0],
      ]);
    });
  });
}

import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { LEDGER_MIGRATIONS, openSavings } from '../../../launcher/savings/open-savings.ts';
import { openContext } from '../../../launcher/tools/context/open-context.ts';
import { createSqlArtifacts } from '../../../src/artifacts/sql/sql-artifact-store.ts';
import { CONTEXT_MIGRATIONS } from '../../../src/context/sql/open-contexts.ts';
import { createSqlContexts } from '../../../src/context/sql/sql-context-store.ts';
import { withClock } from '../../../src/storage/database-clock.ts';
import { migrate, unknownSteps } from '../../../src/storage/migrate.ts';
import type { Migration } from '../../../src/storage/migration.ts';
import { MIGRATIONS } from '../../../src/storage/migrations.ts';
import type { SqlDatabase, SqlRow } from '../../../src/storage/sql-database.ts';
import { createSqliteDatabase } from '../../../src/storage/sqlite-driver.ts';
import { createSqlDirectory } from '../../../src/teams/keys/sql-directory.ts';
import { createSqlLedger } from '../../../src/teams/usage/sql-ledger.ts';
import { openDataFile } from '../../../worker/runtime/sqlite-file.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { ROOT } from '../started.ts';

/** Time at which the rows of the dumps were written. */
const NOON = Date.UTC(2026, 10, 20, 12);
const DAY = 86_400_000;

type Dump = 'worker' | 'context' | 'ledger';

const textOf = (dump: Dump): string => readFileSync(`${ROOT}test/fixtures/databases/${dump}.sql`, 'utf8');

function fill(dump: Dump, handle: DatabaseSync): DatabaseSync {
  handle.exec(textOf(dump));
  return handle;
}

/** Writes a dump into a new database file. Returns its folder. */
function folderOf(dump: Dump, name: string): string {
  const folder = tempDir();
  mkdirSync(folder, { recursive: true });
  fill(dump, new DatabaseSync(path.join(folder, name))).close();
  return folder;
}

async function tablesOf({ query }: SqlDatabase): Promise<readonly string[]> {
  const tables = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '*_words*' AND name <> ?";
  return (await query(tables, 'sqlite_sequence')).rows.map(({ name }) => String(name)).sort();
}

async function rowsOf(database: SqlDatabase): Promise<Readonly<Record<string, readonly SqlRow[]>>> {
  const found: Record<string, readonly SqlRow[]> = {};
  for (const table of await tablesOf(database)) found[table] = (await database.query(`SELECT * FROM ${table}`)).rows;
  return found;
}

/** Returns the columns of each table, and the statements of all indexes and triggers. */
async function schemaOf(database: SqlDatabase): Promise<object> {
  const columns: Record<string, readonly SqlRow[]> = {};
  for (const table of await tablesOf(database)) {
    columns[table] = (await database.query(`SELECT * FROM pragma_table_info('${table}')`)).rows;
  }
  const others = "SELECT name, sql FROM sqlite_master WHERE type IN ('index', 'trigger') ORDER BY name";
  return { columns, others: (await database.query(others)).rows };
}

const opened: readonly (readonly [Dump, readonly Migration[]])[] = [
  ['worker', MIGRATIONS],
  ['context', CONTEXT_MIGRATIONS],
  ['ledger', LEDGER_MIGRATIONS],
];

describe.each(opened)('a %s database from before the steps were one', (dump, migrations) => {
  test('gets the steps since then, and keeps its rows', async () => {
    const database = createSqliteDatabase(fill(dump, new DatabaseSync(':memory:')));
    const before = await rowsOf(database);
    expect(Object.values(before).filter((rows) => rows.length === 0)).toEqual([]);
    expect(await migrate(database, migrations)).toEqual(migrations.slice(1).map(({ name }) => name));
    const { late, d1_migrations: _, ...kept } = before;
    const whole = late?.map((row) => ({ ...row, reason: 'late', session: '' }));
    expect(await rowsOf(database)).toMatchObject({ ...kept, ...(whole && { whole }) });
    expect(await unknownSteps(database, '0.1.0', migrations)).toEqual([]);
    const fresh = createSqliteDatabase(new DatabaseSync(':memory:'));
    await migrate(fresh, migrations);
    expect(await schemaOf(database)).toEqual(await schemaOf(fresh));
  });

  const steps = textOf(dump).match(/(?<=INTO d1_migrations .*, ')\d{4}_\w+(?:\.sql)?/g) ?? [];
  test.each(steps.slice(0, -1).map((step) => [step]))('with no step after %s is refused as it is', async (last) => {
    const database = createSqliteDatabase(fill(dump, new DatabaseSync(':memory:')));
    await database.query('DELETE FROM d1_migrations WHERE name > ?', last);
    const before = await rowsOf(database);
    await expect(migrate(database, migrations)).rejects.toMatchObject({
      name: 'SqlError',
      message: expect.stringMatching(
        /^the database was written by a version before the first release .*: move it away/,
      ),
    });
    expect(await rowsOf(database)).toEqual(before);
  });
});

test('a worker’s database is read by the stores of today', async () => {
  const database = await openDataFile(folderOf('worker', 'worker.sqlite'));
  if (database === undefined) throw new Error('this runtime has no SQLite');
  const now = (): number => NOON + 1;
  const [team] = await createSqlDirectory(withClock(database, now)).listTeams();
  expect(team).toMatchObject({ name: 'Platform', monthlyQuotaBytes: 5_000_000 });
  const range = { scope: { kind: 'all' }, from: NOON - DAY, to: NOON + DAY, period: 'day', groupBy: ['key'] } as const;
  expect(await createSqlLedger(database).usage(range)).toMatchObject([{ keyName: 'Ada', requests: 2, tokensIn: 500 }]);
  const kept = await createSqlArtifacts(database, { now }).of(String(team?.id)).list({ limit: 5 });
  expect(kept).toMatchObject({ artifacts: [{ domain: 'test', bytes: 16 }] });
  expect((await createSqlContexts(database, { now }).of('local').working('shop')).segments).toMatchObject([
    { id: 'b' },
  ]);
  database.close();
});

test('the launcher’s context and ledger are read by the stores of today', async () => {
  const fail = (): never => {
    throw new Error('moved aside');
  };
  const context = await openContext({ home: folderOf('context', 'context.sqlite'), onSetAside: fail });
  expect((await context.store.working('shop')).segments).toMatchObject([{ id: 'b' }]);
  const found = await context.store.search('shop', ['"retry"'], { tiers: ['stashed'] }, { limit: 5 });
  expect(found.segments).toMatchObject([{ id: 'a' }]);
  expect(await context.store.snapshots('shop')).toMatchObject([{ id: 's', name: 'before' }]);
  context.close();
  const ledger = await openSavings(folderOf('ledger', 'ledger.sqlite'), fail);
  expect(await ledger.since('2026-11-01')).toMatchObject([{ tool: 'read', raw: 900, carried: 5, written: 6 }]);
  expect(await ledger.trial()).toMatchObject({ results: 4, again: 1 });
  expect([await ledger.isCounted('result-1'), await ledger.ofRun('run-1')]).toMatchObject([true, { calls: 2 }]);
  ledger.close();
});

test('wrangler finds the steps to take in a worker’s database that a worker would take', async () => {
  const database = fill('worker', new DatabaseSync(':memory:'));
  const applied = database
    .prepare('SELECT name FROM d1_migrations')
    .all()
    .map(({ name }) => String(name));
  const missing = readdirSync(`${ROOT}worker/migrations`).filter((name) => !applied.includes(name));
  expect(await migrate(createSqliteDatabase(database))).toEqual(missing);
  database.close();
});

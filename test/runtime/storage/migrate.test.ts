import { readdirSync, readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, test } from 'vitest';
import { toFile } from '../../../.build/migrations.ts';
import { migrate, unknownSteps } from '../../../src/storage/migrate.ts';
import { MIGRATIONS } from '../../../src/storage/migrations.ts';
import type { SqlDatabase } from '../../../src/storage/sql-database.ts';
import { createSqliteDatabase } from '../../../src/storage/sqlite-driver.ts';
import { EVERY_DATABASE } from '../../support/databases.ts';
import { ROOT } from '../started.ts';

const NAMES = MIGRATIONS.map(({ name }) => name);
const FOLDER = `${ROOT}worker/migrations/`;

for (const make of EVERY_DATABASE) {
  const databases = make();
  describe(databases.name, () => {
    afterAll(() => databases.dispose());

    test('takes every step once', async () => {
      const database = await databases.open();
      expect(await migrate(database)).toEqual(NAMES);
      expect(await migrate(database)).toEqual([]);
      database.close();
    });

    test('of two processes that began at the same time the second failed', async () => {
      const database = await databases.open();
      const late: SqlDatabase = {
        ...database,
        batch: async (statements) => {
          await migrate(database);
          return database.batch(statements);
        },
      };
      expect(await migrate(late)).toEqual([]);
      expect((await database.query('SELECT count(*) AS n FROM d1_migrations')).rows).toEqual([{ n: NAMES.length }]);
      database.close();
    });

    test('a step that fails leaves nothing behind and is taken again', async () => {
      const database = await databases.open();
      const good = { name: '1.sql', statements: ['CREATE TABLE a (b INTEGER)'] };
      const bad = { name: '2.sql', statements: ['CREATE TABLE c (d INTEGER)', 'CREATE TABLE a (b INTEGER)'] };
      await expect(migrate(database, [good, bad])).rejects.toMatchObject({ name: 'SqlError' });
      const mended = { ...bad, statements: ['CREATE TABLE c (d INTEGER)'] };
      expect(await migrate(database, [good, mended])).toEqual(['2.sql']);
      database.close();
    });
  });
}

test('a newer step stops a version only if it is older than the step says', async () => {
  const database = createSqliteDatabase(new DatabaseSync(':memory:'));
  const first = { name: '0001.sql', statements: [] };
  const later = ['0002_more.from-0.9.0.sql', '0003_more.from-0.10.2.sql', '0004_other.sql'];
  await migrate(database, [first, ...later.map((name) => ({ name, statements: [] }))]);
  const unknown = (version: string) => unknownSteps(database, version, [first]);
  expect(await unknown('0.8.9')).toEqual(later);
  expect(await unknown('0.10.1')).toEqual(later.slice(1));
  expect(await unknown('0.10.2')).toEqual(later.slice(2));
  expect(await unknownSteps(database, '0.1.0', [first, ...later.map((name) => ({ name, statements: [] }))])).toEqual(
    [],
  );
});

test('the files that wrangler applies are the same steps', () => {
  expect(readdirSync(FOLDER).sort()).toEqual(NAMES);
  for (const migration of MIGRATIONS) expect(readFileSync(FOLDER + migration.name, 'utf8')).toBe(toFile(migration));
  const database = new DatabaseSync(':memory:');
  for (const name of NAMES) database.exec(readFileSync(FOLDER + name, 'utf8'));
  expect(database.prepare('SELECT count(*) AS n FROM teams').get()).toEqual(expect.objectContaining({ n: 0 }));
  database.close();
});

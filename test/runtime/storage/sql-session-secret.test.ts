import { afterAll, describe, expect, test } from 'vitest';
import type { SqlDatabase } from '../../../src/storage/sql-database.ts';
import { SqlError } from '../../../src/storage/sql-error.ts';
import { createSqlSessionSecret } from '../../../src/teams/keys/sql-session-secret.ts';
import { EVERY_DATABASE, openMigrated } from '../../support/databases.ts';

for (const make of EVERY_DATABASE) {
  const databases = make();
  describe(databases.name, () => {
    afterAll(() => databases.dispose());

    test('every process has the same secret, also where they begin at once', async () => {
      const database = await openMigrated(databases);
      const asked = Array.from({ length: 4 }, () => createSqlSessionSecret(database, 'admin')());
      const [first, ...others] = await Promise.all(asked);
      expect(first).toMatch(/^[0-9a-f]{64}$/);
      expect(new Set(others)).toEqual(new Set([first]));
    });

    test('a secret that is there was written again, which a full disk refused', async () => {
      const database = await openMigrated(databases);
      const secret = await createSqlSessionSecret(database, 'admin')();
      const query: SqlDatabase['query'] = (statement, ...params) =>
        /insert/i.test(statement) ? Promise.reject(new SqlError('full', 'full')) : database.query(statement, ...params);
      expect(await createSqlSessionSecret({ ...database, query }, 'admin')()).toBe(secret);
    });

    test('another database or administrator’s secret has another', async () => {
      const [one, two] = [await openMigrated(databases), await openMigrated(databases)];
      const secrets = await Promise.all([
        createSqlSessionSecret(one, 'admin')(),
        createSqlSessionSecret(one, 'changed')(),
        createSqlSessionSecret(one, undefined)(),
        createSqlSessionSecret(two, 'admin')(),
      ]);
      expect(new Set(secrets).size).toBe(4);
    });

    test('a database that failed is asked again', async () => {
      const database = await openMigrated(databases);
      let failing = true;
      const query: SqlDatabase['query'] = (...asked) =>
        failing ? Promise.reject(new SqlError('busy', 'locked')) : database.query(...asked);
      const secret = createSqlSessionSecret({ ...database, query }, 'admin');
      await expect(secret()).rejects.toMatchObject({ code: 'busy' });
      failing = false;
      expect(await secret()).toBe(await createSqlSessionSecret(database, 'admin')());
    });

    test('everybody waited for ever behind a request that ended before the database answered', async () => {
      const database = await openMigrated(databases);
      let first = true;
      const query: SqlDatabase['query'] = (...asked) => {
        if (!first) return database.query(...asked);
        first = false;
        return new Promise(() => {});
      };
      const secret = createSqlSessionSecret({ ...database, query }, 'admin');
      void secret();
      expect(await secret()).toMatch(/^[0-9a-f]{64}$/);
    });
  });
}

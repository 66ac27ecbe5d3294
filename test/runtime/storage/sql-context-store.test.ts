import { afterAll, describe } from 'vitest';
import { createSqlContexts } from '../../../src/storage/sql-context-store.ts';
import type { SqlDatabase } from '../../../src/storage/sql-database.ts';
import { describeContextStore } from '../../contract/context-store.ts';
import { EVERY_DATABASE, openMigrated } from '../../support/databases.ts';

for (const make of EVERY_DATABASE) {
  const databases = make();
  // One for all tests, each with owners of its own: to bring up a D1 takes longer than most of them.
  let database: Promise<SqlDatabase> | undefined;
  let opened = 0;
  describe(databases.name, () => {
    afterAll(() => databases.dispose());
    describeContextStore(async (options) => {
      database ??= openMigrated(databases);
      const contexts = createSqlContexts(await database, options);
      const test = ++opened;
      return { ...contexts, of: (scope) => contexts.of(`${test}/${scope}`) };
    });
  });
}

import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe } from 'vitest';
import { createSqliteDatabase } from '../../../src/storage/sqlite-driver.ts';
import { describeSqlDatabase } from '../../contract/sql-database.ts';
import { EVERY_DATABASE } from '../../support/databases.ts';

for (const make of EVERY_DATABASE) {
  const databases = make();
  describe(databases.name, () => {
    afterAll(() => databases.dispose());
    describeSqlDatabase(() => databases.open());
  });
}

describe('node:sqlite before rows came as arrays', () => {
  describeSqlDatabase(() => {
    const handle = new DatabaseSync(':memory:');
    return createSqliteDatabase({
      exec: (text) => handle.exec(text),
      prepare: (text) => Object.assign(handle.prepare(text), { setReturnArrays: undefined }),
      close: () => handle.close(),
    });
  });
});

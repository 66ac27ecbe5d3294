import { afterAll, describe } from 'vitest';
import { describeSqlDatabase } from '../../contract/sql-database.ts';
import { EVERY_DATABASE } from '../../support/databases.ts';

for (const make of EVERY_DATABASE) {
  const databases = make();
  describe(databases.name, () => {
    afterAll(() => databases.dispose());
    describeSqlDatabase(() => databases.open());
  });
}

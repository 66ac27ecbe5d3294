import { afterAll, describe } from 'vitest';
import { createSqlDirectory } from '../../../src/teams/keys/sql-directory.ts';
import { describeDirectory } from '../../contract/directory.ts';
import { EVERY_DATABASE, openMigrated } from '../../support/databases.ts';

for (const make of EVERY_DATABASE) {
  const databases = make();
  describe(databases.name, () => {
    afterAll(() => databases.dispose());
    describeDirectory(async () => createSqlDirectory(await openMigrated(databases), { now: () => 1000 }));
  });
}

import { afterAll, describe } from 'vitest';
import { withClock } from '../../../src/storage/database-clock.ts';
import { createSqlDirectory } from '../../../src/teams/keys/sql-directory.ts';
import { describeDirectory } from '../../contract/directory.ts';
import { EVERY_DATABASE, openMigrated } from '../../support/databases.ts';

for (const make of EVERY_DATABASE) {
  const databases = make();
  describe(databases.name, () => {
    afterAll(() => databases.dispose());
    describeDirectory(async () => createSqlDirectory(withClock(await openMigrated(databases), () => 1000)));
  });
}

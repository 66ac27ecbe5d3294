import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createSqlAnswerCache } from '../../../src/prune-api/cache/sql-answer-cache.ts';
import { withClock } from '../../../src/storage/database-clock.ts';
import type { SqlDatabase } from '../../../src/storage/sql-database.ts';
import { EVERY_DATABASE, openMigrated } from '../../support/databases.ts';

for (const make of EVERY_DATABASE) {
  const databases = make();
  describe(databases.name, () => {
    let database: SqlDatabase;
    let clock: number;
    const cacheOf = (maxBytes = 1_000_000) =>
      createSqlAnswerCache(
        withClock(database, () => clock),
        { ttlMs: 1000, maxBytes },
      );
    afterAll(() => databases.dispose());
    beforeEach(async () => {
      database = await openMigrated(databases);
      clock = 0;
    });

    test('an entry is its team’s alone, and replaced by a newer one', async () => {
      const cache = cacheOf();
      await cache.of('blue').put('k', 'blue 1');
      await cache.of('red').put('k', 'red');
      await cache.of('blue').put('k', 'blue 2');
      expect(await cache.of('blue').get('k')).toBe('blue 2');
      expect(await cache.of('red').get('k')).toBe('red');
      expect(await cache.of('green').get('k')).toBeUndefined();
      expect(await cacheOf().of('blue').get('k')).toBe('blue 2');
    });

    test('an entry expires', async () => {
      const blue = cacheOf().of('blue');
      await blue.put('k', 'v');
      clock = 999;
      expect(await blue.get('k')).toBe('v');
      clock = 1000;
      expect(await blue.get('k')).toBeUndefined();
      await cacheOf().of('red').put('other', 'v'); // a first put sweeps
      expect((await database.query('SELECT key FROM answers')).rows).toEqual([{ key: 'other' }]);
    });

    test('beyond the size cap those that expire first go, and what is larger than the cap is not kept', async () => {
      const blue = cacheOf(100_000).of('blue');
      for (let i = 0; i < 30; i++) {
        clock = i;
        await blue.put(`k${i}`, 'x'.repeat(9_800));
      }
      const { rows } = await database.query('SELECT coalesce(sum(bytes), 0) AS bytes FROM answers');
      expect(Number(rows[0]?.['bytes'])).toBeLessThanOrEqual(100_000);
      expect(await blue.get('k29')).toHaveLength(9_800);
      expect(await blue.get('k0')).toBeUndefined();
      await blue.put('huge', 'x'.repeat(100_000));
      expect(await blue.get('huge')).toBeUndefined();
      expect(await blue.get('k29')).toHaveLength(9_800);
    });
  });
}

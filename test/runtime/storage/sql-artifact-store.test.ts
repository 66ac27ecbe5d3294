import { afterAll, describe, expect, test } from 'vitest';
import { BLOCK_BYTES } from '../../../src/artifacts/artifact-blocks.ts';
import { createSqlArtifacts } from '../../../src/artifacts/sql/sql-artifact-store.ts';
import {
  describeArtifactStore,
  describeArtifactTeams,
  manyBytes,
  onOneDatabase,
} from '../../contract/artifact-store.ts';
import { EVERY_DATABASE, openMigrated } from '../../support/databases.ts';

for (const make of EVERY_DATABASE) {
  const databases = make();
  describe(databases.name, () => {
    afterAll(() => databases.dispose());
    const open = onOneDatabase(async () => {
      const database = await openMigrated(databases);
      return (options) => createSqlArtifacts(database, options);
    });
    describeArtifactStore(async (options) => (await open(options)).of('team'));
    describeArtifactTeams(open);

    test('no chunk stays without its artifact, also of a write that a crash ended', async () => {
      let now = 0;
      const database = await openMigrated(databases);
      const store = createSqlArtifacts(database, { ttlMs: 1e9, maxBytes: BLOCK_BYTES * 4, now: () => now }).of('team');
      const body = manyBytes(BLOCK_BYTES * 3);
      const chunks = async (): Promise<unknown> =>
        (await database.query('SELECT count(*) AS n FROM artifact_chunks')).rows[0]?.['n'];
      const info = await store.put({ domain: 'test', mimeType: 'a/b', body });
      await store.put({ domain: 'test', mimeType: 'a/b', body });
      expect(await chunks()).toBe(3);
      await database.query("INSERT INTO artifact_uploads (body, at) VALUES ('left', 1)");
      await database.query("INSERT INTO artifact_chunks (body, n, bytes) VALUES ('left', 0, ?)", Uint8Array.of(0));
      const next = await store.put({ domain: 'test', mimeType: 'a/b', body: body.subarray(1) });
      expect([await store.info(info), await chunks()]).toEqual([undefined, 4]);
      now = 25 * 60 * 60 * 1000;
      await store.put({ domain: 'test', mimeType: 'a/b', body: 'small' });
      expect(await chunks()).toBe(4);
      await store.remove(next);
      expect(await chunks()).toBe(1);
    });
  });
}

import { Miniflare } from 'miniflare';
import { afterAll, describe, expect, test } from 'vitest';
import { BLOCK_BYTES } from '../../../src/artifacts/artifact-blocks.ts';
import { createSqlArtifactBodies } from '../../../src/artifacts/sql/sql-artifact-bodies.ts';
import { createSqlArtifacts } from '../../../src/artifacts/sql/sql-artifact-store.ts';
import { createD1Database, type D1Binding } from '../../../src/storage/d1-driver.ts';
import { migrate } from '../../../src/storage/migrate.ts';
import type { SqlDatabase } from '../../../src/storage/sql-database.ts';
import type { Bucket } from '../../../worker/artifacts/bucket.ts';
import { createBucketArtifactBodies } from '../../../worker/artifacts/bucket-artifact-bodies.ts';
import { withFormerBodies } from '../../../worker/artifacts/former-bodies.ts';
import {
  describeArtifactStore,
  describeArtifactTeams,
  manyBytes,
  onOneDatabase,
} from '../../contract/artifact-store.ts';
import { openMigrated, sqliteDatabases } from '../../support/databases.ts';
import { createMemoryBucket, type MemoryBucket } from '../../worker/artifacts/memory-bucket.ts';

type ListedBucket = Bucket & { list(): Promise<{ objects: { key: string }[] }> };

/** Number of prepared databases; each gets the schema at its first use. */
const READY = 2;
const names = Array.from({ length: READY }, (_, i) => `DB${i}`);
let miniflare: Miniflare | undefined;
let next = 0;

async function open(): Promise<{ database: SqlDatabase; bucket: ListedBucket }> {
  miniflare ??= new Miniflare({
    modules: true,
    script: 'export default { fetch: () => new Response() };',
    compatibilityDate: '2026-07-15',
    d1Databases: names,
    r2Buckets: names.map((name) => `R2${name}`),
  });
  const name = names[next++];
  if (name === undefined) throw new Error(`more than ${READY} databases were opened`);
  const database = createD1Database((await miniflare.getD1Database(name)) as unknown as D1Binding);
  await migrate(database);
  return { database, bucket: (await miniflare.getR2Bucket(`R2${name}`)) as unknown as ListedBucket };
}

const openArtifacts = onOneDatabase(async () => {
  const { database, bucket } = await open();
  return (options) => createSqlArtifacts(database, { ...options, bodies: createBucketArtifactBodies(bucket) });
});

// D1 and R2 run in workerd and behave the same from any runtime, so only Node tests them.
const describeBoth = 'Deno' in globalThis ? () => {} : describe;
describeBoth('D1 and R2', () => {
  afterAll(() => miniflare?.dispose());
  describeArtifactStore(async (options) => (await openArtifacts(options)).of('team'));
  describeArtifactTeams(openArtifacts);

  test('a body in several parts comes back whole, and removal and eviction take the objects away', async () => {
    const { database, bucket } = await open();
    const bodies = createBucketArtifactBodies(bucket);
    const body = manyBytes(12 * 1024 * 1024 + 3);
    const store = createSqlArtifacts(database, { bodies, maxBytes: body.length }).of('team');
    const keys = async (): Promise<string[]> => (await bucket.list()).objects.map(({ key }) => key);
    const info = await store.put({ domain: 'test', mimeType: 'a/b', body: [body] });
    const middle = await store.read(info, { offset: 5 * 1024 * 1024 - 2, length: BLOCK_BYTES });
    expect(Buffer.compare(middle ?? Buffer.of(), body.subarray(5 * 1024 * 1024 - 2).subarray(0, BLOCK_BYTES))).toBe(0);
    expect(Buffer.compare((await store.read(info)) ?? Buffer.of(), body)).toBe(0);
    expect(await keys()).toEqual([expect.stringMatching(/^artifacts\/team\/[0-9a-f]{32}$/)]);
    const [before] = await keys();
    const small = await store.put({ domain: 'test', mimeType: 'a/b', body: 'evicts it' });
    expect(await keys()).toHaveLength(1);
    expect(await keys()).not.toContain(before);
    await store.remove(small);
    expect(await keys()).toEqual([]);
  });
});

describe('a bucket that was bound after texts had been kept', () => {
  test('they are read from the database until they expire, and leave nothing there', async () => {
    const database = await openMigrated(sqliteDatabases());
    const bucket = createMemoryBucket();
    let now = 1;
    const options = { now: () => now, ttlMs: 100 };
    const before = createSqlArtifacts(database, options);
    const info = await before.of('blue').put({ domain: 'test', mimeType: 'text/plain', body: 'kept before' });
    const bodies = withFormerBodies(createBucketArtifactBodies(bucket), createSqlArtifactBodies(database));
    const after = createSqlArtifacts(database, { ...options, bodies });
    expect(new TextDecoder().decode(await after.of('blue').read(info))).toBe('kept before');
    const newer = await after.of('blue').put({ domain: 'test', mimeType: 'text/plain', body: 'kept since' });
    expect(new TextDecoder().decode(await after.of('blue').read(newer))).toBe('kept since');
    now = 101;
    await after.sweep();
    const { rows } = await database.query('SELECT count(*) AS n FROM artifact_chunks');
    expect([rows[0]?.['n'], bucket.objects.size]).toEqual([0, 0]);
  });
});

describe('a bucket that fails', () => {
  const DAY = 24 * 60 * 60 * 1000;
  const openFailing = async () => {
    const database = await openMigrated(sqliteDatabases());
    const bucket: MemoryBucket = createMemoryBucket();
    const clock = { now: 1 };
    const options = { bodies: createBucketArtifactBodies(bucket), now: () => clock.now, ttlMs: 10 * DAY };
    return { database, bucket, clock, artifacts: createSqlArtifacts(database, options) };
  };
  const put = { domain: 'test', mimeType: 'text/plain', body: 'a body' };

  test('stores nothing, and says so', async () => {
    const { bucket, artifacts } = await openFailing();
    bucket.fail.add('put');
    await expect(artifacts.of('blue').put(put)).rejects.toMatchObject({ name: 'ArtifactError', code: 'failed' });
    expect(await artifacts.of('blue').list()).toEqual({ artifacts: [] });
  });

  test('leaves an object that nothing leads to when it does not remove, which a later put of any team sweeps', async () => {
    const { bucket, artifacts } = await openFailing();
    const info = await artifacts.of('blue').put(put);
    bucket.fail.add('delete');
    expect(await artifacts.of('blue').remove(info)).toBe(true);
    expect([await artifacts.of('blue').read(info), bucket.objects.size]).toEqual([undefined, 1]);
    bucket.fail.clear();
    await artifacts.of('amber').put({ ...put, body: 'another' });
    expect(bucket.objects.size).toBe(1);
  });

  test('an object whose row was never written is swept a day later; one that is being written is not', async () => {
    const { database, bucket, clock, artifacts } = await openFailing();
    const dying = createSqlArtifacts(
      {
        ...database,
        batch: async () => {
          throw new Error('killed');
        },
        query: async (text, ...params) =>
          text.startsWith('SELECT') ? Promise.reject(new Error('killed')) : database.query(text, ...params),
      },
      { bodies: createBucketArtifactBodies(bucket), now: () => clock.now },
    );
    await expect(dying.of('blue').put(put)).rejects.toThrow('killed');
    expect(bucket.objects.size).toBe(1);
    await artifacts.sweep();
    expect(bucket.objects.size).toBe(1);
    clock.now += DAY + 1;
    await artifacts.sweep();
    expect(bucket.objects.size).toBe(0);
  });

  test('a body is kept whose row was written though the database said that it failed', async () => {
    const { database, bucket, artifacts } = await openFailing();
    const unsure = createSqlArtifacts(
      {
        ...database,
        batch: async (statements) => {
          await database.batch(statements);
          throw new Error('the connection was lost');
        },
      },
      { bodies: createBucketArtifactBodies(bucket), now: () => 1 },
    );
    await expect(unsure.of('blue').put(put)).rejects.toThrow();
    const [info] = (await artifacts.of('blue').list())?.artifacts ?? [];
    expect(info && new TextDecoder().decode(await artifacts.of('blue').read(info))).toBe('a body');
  });

  test('a sweep takes away what has expired in every team, however much', async () => {
    const { database, bucket, clock, artifacts } = await openFailing();
    for (let i = 0; i < 200; i++) await artifacts.of(`team ${i % 3}`).put({ ...put, body: `number ${i}` });
    clock.now += 10 * DAY;
    await artifacts.sweep();
    expect(bucket.objects.size).toBe(0);
    const { rows } = await database.query(
      'SELECT (SELECT count(*) FROM artifacts) AS artifacts, (SELECT count(*) FROM artifact_uploads) AS left_behind',
    );
    expect(rows).toEqual([{ artifacts: 0, left_behind: 0 }]);
  });
});

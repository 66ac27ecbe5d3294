import { afterAll, describe, expect, test } from 'vitest';
import { BLOCK_BYTES } from '../../../src/artifacts/artifact-blocks.ts';
import { createSqlArtifacts, type SqlArtifactsOptions } from '../../../src/artifacts/sql/sql-artifact-store.ts';
import { createBucketArtifactBodies } from '../../../worker/artifacts/bucket-artifact-bodies.ts';
import { createS3Bucket } from '../../../worker/artifacts/s3-bucket.ts';
import { describeArtifactStore, describeArtifactTeams, manyBytes } from '../../contract/artifact-store.ts';
import { openMigrated, sqliteDatabases } from '../../support/databases.ts';
import { type S3Server, startS3 } from '../../support/s3/server.ts';

const KEYS = { region: 'us-east-1', accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
const PART_BYTES = 8 * 1024 * 1024;

let server: Promise<S3Server> | undefined;
let made = 0;
/** Opens a bucket with a separate prefix for its keys. */
const open = async (keys = {}) => {
  server ??= startS3();
  const { url } = await server;
  return createS3Bucket({ url: `${url}/prefix ${made++}`, ...KEYS, ...keys });
};

afterAll(async () => (await server)?.stop());

const openArtifacts = async (options: SqlArtifactsOptions) => {
  const bodies = createBucketArtifactBodies(await open(), PART_BYTES);
  return createSqlArtifacts(await openMigrated(sqliteDatabases()), { ...options, bodies });
};

describe('SQLite and S3', () => {
  describeArtifactStore(async (options) => (await openArtifacts(options)).of('team'));
  describeArtifactTeams(openArtifacts);
});

test('a body beyond 8 MiB goes up in parts, and ranges of it come back', async () => {
  const body = manyBytes(20 * 1024 * 1024 + 3);
  const store = (await openArtifacts({ maxBytes: body.length })).of('a team/with odd=name');
  const info = await store.put({ domain: 'test', mimeType: 'a/b', body: [body] });
  const middle = await store.read(info, { offset: PART_BYTES - 2, length: BLOCK_BYTES });
  expect(Buffer.compare(middle ?? Buffer.of(), body.subarray(PART_BYTES - 2).subarray(0, BLOCK_BYTES))).toBe(0);
  expect(Buffer.compare((await store.read(info)) ?? Buffer.of(), body)).toBe(0);
  expect(await store.remove(info)).toBe(true);
  expect(await store.read(info)).toBeUndefined();
});

test('an object that is not there is none, and removing it is done', async () => {
  const bucket = await open();
  expect(await bucket.get('none', { range: { offset: 0, length: 1 } })).toBeNull();
  await bucket.delete(['none', 'nothing']);
});

test('a wrong key is said to be one', async () => {
  const bucket = await open({ accessKeyId: 'nobody' });
  await expect(bucket.put('a', Uint8Array.of(1))).rejects.toThrow('the access key does not exist');
});

test('a bucket that is not there is said not to be', async () => {
  const { url } = await (server ?? startS3());
  const bucket = createS3Bucket({ url: url.replace('/texts', '/nowhere'), ...KEYS });
  await expect(bucket.put('a', Uint8Array.of(1))).rejects.toThrow('the bucket does not exist (NoSuchBucket)');
  await expect(bucket.get('a', { range: { offset: 0, length: 1 } })).rejects.toThrow('the bucket does not exist');
});

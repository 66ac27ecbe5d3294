import { expect, test } from 'vitest';
import { artifactBlocks } from '../../../src/artifacts/artifact-blocks.ts';
import { createBucketArtifactBodies } from '../../../worker/artifacts/bucket-artifact-bodies.ts';
import { createMemoryBucket } from './memory-bucket.ts';

const PART = 5 * 1024 * 1024;
const BODY = `blue/${'0'.repeat(32)}`;

async function write(bytes: number, bucket = createMemoryBucket()): Promise<readonly string[]> {
  const reserve = async (): Promise<void> => {
    bucket.calls.push('reserve');
  };
  await createBucketArtifactBodies(bucket).write(BODY, artifactBlocks(new Uint8Array(bytes)), reserve);
  return bucket.calls;
}

test('a body of up to 5 MiB is one object, whose name is written down first', async () => {
  expect(await write(3)).toEqual(['reserve', 'put 3']);
  expect(await write(PART)).toEqual(['reserve', `put ${PART}`]);
});

test('an empty body is no object', async () => {
  expect(await write(0)).toEqual([]);
});

test('a longer body goes in parts of 5 MiB, of which the last one is shorter', async () => {
  const begin = ['reserve', 'create artifacts/blue/<id>'];
  expect(await write(PART + 1)).toEqual([...begin, `part ${PART}`, 'part 1', 'complete 2']);
  expect(await write(PART * 2)).toEqual([...begin, `part ${PART}`, `part ${PART}`, 'complete 2']);
});

test('an upload that fails, or whose body breaks off, is aborted', async () => {
  const bucket = createMemoryBucket();
  bucket.fail.add('part');
  await expect(write(PART + 1, bucket)).rejects.toMatchObject({
    name: 'ArtifactError',
    code: 'failed',
    message: 'cannot store an artifact in the bucket: part: internal error (10001)',
  });
  expect([bucket.calls.at(-1), bucket.objects.size]).toEqual(['abort artifacts/blue/<id>', 0]);
  const broken = async function* (): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    yield* artifactBlocks(new Uint8Array(PART * 2));
    throw new Error('gone');
  };
  const other = createMemoryBucket();
  await expect(createBucketArtifactBodies(other).write(BODY, broken(), async () => {})).rejects.toThrow('gone');
  expect([other.calls.at(-1), other.objects.size]).toEqual(['abort artifacts/blue/<id>', 0]);
});

test('a range is asked of R2 as one, and what is gone is undefined', async () => {
  const bucket = createMemoryBucket();
  await write(100, bucket);
  const bodies = createBucketArtifactBodies(bucket);
  expect((await bodies.read(BODY, 10, 30))?.length).toBe(20);
  expect(bucket.calls.at(-1)).toBe('get 10+20');
  await bodies.remove([BODY]);
  expect(await bodies.read(BODY, 10, 30)).toBeUndefined();
});

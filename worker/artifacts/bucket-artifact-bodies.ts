import { ArtifactError } from '../../src/artifacts/artifact-error.ts';
import type { ArtifactBodies } from '../../src/artifacts/sql/artifact-bodies.ts';
import { releaseBytes } from '../../src/text/release-bytes.ts';
import type { Bucket, BucketPart, BucketUpload } from './bucket.ts';

/** The minimum that R2 and S3 accept of a part. */
const PART_BYTES = 5 * 1024 * 1024;

/**
 * Stores bodies in an object store, for `createSqlArtifacts`: one object each, `artifacts/<team>/<32 random hex
 * digits>`. The team in the key only helps people who look into the bucket; objects are found through the team's index
 * alone.
 *
 * An object store takes no stream of unknown length. Up to `partBytes` are written as one object, longer bodies as a
 * multipart upload in parts of that size. At most one part of a body is in memory, or two while it is assembled. An
 * upload that a crash interrupted is not an object, and R2 drops it after seven days (its default lifecycle rule). An
 * object without a row is in `artifact_uploads` and swept from there. Rejects with an `ArtifactError` (`failed`).
 */
export function createBucketArtifactBodies(bucket: Bucket, partBytes: number = PART_BYTES): ArtifactBodies {
  return {
    async write(body, blocks, reserve) {
      const key = keyOf(body);
      const parts: BucketPart[] = [];
      let held: Uint8Array[] = [];
      let bytes = 0;
      let upload: BucketUpload | undefined;
      try {
        for await (const block of blocks) {
          if (bytes + block.length > partBytes) {
            if (upload === undefined) {
              await reserve();
              upload = await inBucket('store', bucket.createMultipartUpload(key));
            }
            parts.push(await inBucket('store', upload.uploadPart(parts.length + 1, join(held, bytes))));
            held = [];
            bytes = 0;
          }
          held.push(block);
          bytes += block.length;
        }
        if (upload !== undefined) {
          parts.push(await inBucket('store', upload.uploadPart(parts.length + 1, join(held, bytes))));
          await inBucket('store', upload.complete(parts));
        } else if (bytes > 0) {
          await reserve();
          await inBucket('store', bucket.put(key, join(held, bytes)));
        }
        return [];
      } catch (error) {
        await upload?.abort().catch(() => {});
        throw error;
      }
    },

    async read(body, from, to) {
      const length = to - from;
      const object = await inBucket('read', bucket.get(keyOf(body), { range: { offset: from, length } }));
      if (object === null) return undefined;
      const bytes = new Uint8Array(await inBucket('read', object.arrayBuffer()));
      return bytes.length === length ? bytes : undefined;
    },

    remove: (bodies) => inBucket('remove', bucket.delete(bodies.map(keyOf))),
  };
}

const keyOf = (body: string): string => `artifacts/${body}`;

/** Concatenates blocks, which are empty afterwards. */
function join(blocks: readonly Uint8Array[], bytes: number): Uint8Array {
  const whole = new Uint8Array(bytes);
  let at = 0;
  for (const block of blocks) {
    whole.set(block, at);
    at += block.length;
    releaseBytes(block);
  }
  return whole;
}

async function inBucket<T>(verb: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ArtifactError('failed', `cannot ${verb} an artifact in the bucket: ${why}`, error);
  }
}

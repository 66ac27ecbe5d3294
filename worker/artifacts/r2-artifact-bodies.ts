import { ArtifactError } from '../../src/artifacts/artifact-error.ts';
import type { ArtifactBodies } from '../../src/storage/artifact-bodies.ts';
import { releaseBytes } from '../../src/storage/release-bytes.ts';
import type { R2Binding, R2Part, R2Upload } from './r2-binding.ts';

/** Bytes of a part: the least that R2 takes, which is the most that is held of a body, twice while it is put together. */
const PART_BYTES = 5 * 1024 * 1024;

/**
 * Bodies in R2, for `createSqlArtifacts`: one object each, `artifacts/<team>/<32 random hex digits>`. The team is in the
 * key for whoever looks into the bucket; what leads to an object is its row in the team's index alone.
 *
 * R2 takes no stream of unknown length: up to 5 MiB go as one object, longer ones as a multipart upload. One that a
 * crash cut off is no object, and R2 itself drops it after seven days (its default lifecycle rule); an object that no
 * row names is in `artifact_uploads` and swept from there. Rejects with an `ArtifactError` (`failed`).
 */
export function createR2ArtifactBodies(bucket: R2Binding): ArtifactBodies {
  return {
    async write(body, blocks, reserve) {
      const key = keyOf(body);
      const parts: R2Part[] = [];
      let held: Uint8Array[] = [];
      let bytes = 0;
      let upload: R2Upload | undefined;
      try {
        for await (const block of blocks) {
          if (bytes + block.length > PART_BYTES) {
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

function keyOf(body: string): string {
  return `artifacts/${body}`;
}

/** Puts blocks together, which are empty afterwards. */
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
    throw new ArtifactError('failed', `${verb} an artifact in the bucket: ${why}`, error);
  }
}

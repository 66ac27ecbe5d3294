import { sha256, toHex } from '../base/sha256.ts';
import { ArtifactError } from './artifact-error.ts';
import { isArtifactDomain } from './artifact-ref.ts';

const DIGEST_BYTES = 32;
const ID_BYTES = 16;
/** Max blocks hashed at once. */
const BEHIND = 4;

/**
 * Derives an id from the domain and the content alone: SHA-256 over the domain, the size and the SHA-256 of every
 * block, cut to 128 bits. Block by block, because Web Crypto cannot hash streams. Throws an `ArtifactError`
 * (`invalid_ref`) for a domain that no reference can hold.
 */
export function createArtifactId(domain: string) {
  if (!isArtifactDomain(domain)) {
    throw new ArtifactError(
      'invalid_ref',
      `cannot name an artifact in the domain ${JSON.stringify(domain.slice(0, 100))}: expected 1 to 32 of a-z, 0-9, "_", "-", starting with a letter`,
    );
  }
  const hashing: Promise<Uint8Array>[] = [];
  let bytes = 0;
  return {
    /** Adds the next block of `artifactBlocks`, which must not change afterwards. */
    async add(block: Uint8Array<ArrayBuffer>): Promise<void> {
      bytes += block.length;
      hashing.push(sha256(block));
      // Hashing runs while the next blocks are made, at most `BEHIND` blocks late.
      await hashing.at(-BEHIND);
    },
    /** Returns the id of all blocks so far: 32 hex digits. */
    async finish(): Promise<string> {
      const digests = await Promise.all(hashing);
      const head = new TextEncoder().encode(`ax\n${domain}\n${bytes}\n`);
      const all = new Uint8Array(head.length + digests.length * DIGEST_BYTES);
      all.set(head);
      for (const [i, digest] of digests.entries()) all.set(digest, head.length + i * DIGEST_BYTES);
      return toHex((await sha256(all)).subarray(0, ID_BYTES));
    },
  };
}

import { artifactBlocks } from './artifact-blocks.ts';
import { ArtifactError } from './artifact-error.ts';
import { createArtifactId } from './artifact-id.ts';
import { formatArtifactRef } from './artifact-ref.ts';
import type { ArtifactInfo, NewArtifact } from './artifact-store.ts';

/** Reads the body of a new artifact, and computes its size and id on the way. */
export class BodyReader {
  readonly #artifact: NewArtifact;
  readonly #naming: ReturnType<typeof createArtifactId>;
  #bytes = 0;

  /** Throws an `ArtifactError` (`invalid_ref`) for a domain that no reference can hold. */
  constructor(artifact: NewArtifact) {
    this.#artifact = artifact;
    this.#naming = createArtifactId(artifact.domain);
  }

  /** Yields the body's blocks. Throws an `ArtifactError` (`too_large`) above `maxBytes`. */
  async *blocks(maxBytes: number): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
    for await (const block of artifactBlocks(this.#artifact.body)) {
      this.#bytes += block.length;
      if (this.#bytes > maxBytes) {
        throw new ArtifactError('too_large', `cannot store an artifact: expected at most ${maxBytes} bytes`);
      }
      await this.#naming.add(block);
      yield block;
    }
  }

  /** Describes the artifact, once all blocks are read and it is confirmed. */
  async finish(): Promise<Omit<ArtifactInfo, 'createdAt' | 'expiresAt'>> {
    const id = await this.#naming.finish();
    const { domain, mimeType, confirmed } = this.#artifact;
    await confirmed;
    return { ref: formatArtifactRef({ domain, id }), domain, id, mimeType, bytes: this.#bytes };
  }
}

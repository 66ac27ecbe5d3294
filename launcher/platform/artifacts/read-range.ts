import { BLOCK_BYTES } from '../../../src/artifacts/artifact-blocks.ts';
import type { ByteRange } from '../../../src/artifacts/artifact-store.ts';
import { releaseBytes } from '../../../src/text/release-bytes.ts';
import type { StoredBlock } from './artifact-footer.ts';
import { unpackBlock } from './block-codec.ts';
import { type OpenedArtifact, readBytes } from './open-artifact-file.ts';

/** Reads a range of a body of `size` bytes. Only the blocks in the range are read, one at a time. */
export async function readRange(
  { file, footer }: OpenedArtifact,
  size: number,
  { offset = 0, length = Infinity }: ByteRange = {},
): Promise<Uint8Array | 'damaged'> {
  const from = Math.min(Math.max(0, offset), size);
  const to = Math.min(size, from + Math.max(0, length));
  const out = new Uint8Array(to - from);
  let n = Math.floor(from / BLOCK_BYTES);
  let at = footer.blocks.slice(0, n).reduce((sum, block) => sum + block.length, 0);
  for (; n * BLOCK_BYTES < to; n++) {
    const stored = footer.blocks[n] as StoredBlock;
    const start = n * BLOCK_BYTES;
    const bytes = await readBytes(file, at, stored.length);
    const block = unpackBlock(bytes, stored, Math.min(BLOCK_BYTES, size - start));
    if (block === undefined) return 'damaged';
    out.set(block.subarray(Math.max(0, from - start), to - start), Math.max(0, start - from));
    releaseBytes(block);
    at += stored.length;
  }
  return out;
}

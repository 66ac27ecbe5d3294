import { readSync } from 'node:fs';
import { MAX_HOOK_BYTES } from '../socket/hook-server.ts';

const CHUNK_BYTES = 64 * 1024;

/**
 * Reads all of a file descriptor; undefined if it is too long. It is read to its end all the same: hosts report a
 * hook that does not take its input.
 */
export function readInput(descriptor: number): Buffer | undefined {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for (;;) {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    const read = readSync(descriptor, chunk, 0, CHUNK_BYTES, null);
    if (read === 0) break;
    bytes += read;
    if (bytes <= MAX_HOOK_BYTES) chunks.push(chunk.subarray(0, read));
  }
  return bytes > MAX_HOOK_BYTES ? undefined : Buffer.concat(chunks);
}

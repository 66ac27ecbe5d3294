import { readSync } from 'node:fs';
import { MAX_HOOK_BYTES } from '../../hosts/hook-client/hook-server.ts';

const CHUNK_BYTES = 64 * 1024;

/**
 * Reads a file descriptor to its end; undefined if the input is too long. It reads even then, because hosts report an
 * error if a hook does not read its input.
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

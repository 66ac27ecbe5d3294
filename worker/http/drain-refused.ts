import { inTime } from '../../src/base/in-time.ts';

/** How long a refused body is still read, in milliseconds. A stalled sender must not delay its answer. */
const GRACE_MS = 500;

/**
 * Reads and discards the rest of a refused body, up to `max` bytes, and then gives up. Without it the sender may never
 * read the refusal: unread bytes make its kernel drop the answer when the connection closes (RFC 9112, section 9.6).
 * Resolves to true if the body was read to its end; never rejects.
 */
export async function drainRefused(reader: ReadableStreamDefaultReader<Uint8Array>, max: number): Promise<boolean> {
  const reading = discard(reader, max).catch(() => false);
  const all = await inTime(reading, GRACE_MS, () => false);
  // Not awaited: some runtimes resolve it only once the sender is done.
  reader.cancel().catch(() => {});
  return all;
}

async function discard(reader: ReadableStreamDefaultReader<Uint8Array>, max: number): Promise<boolean> {
  let size = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.byteLength;
    if (size > max) return false;
  }
  return true;
}

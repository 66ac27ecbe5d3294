/** How long a refused body is still read, in milliseconds: a sender that stalls must not hold up its answer. */
const GRACE_MS = 500;

/**
 * Reads on and throws away what a refused sender still sends, up to `most` bytes, so that it gets to read why: bytes that
 * nobody has read when the connection closes make its kernel drop the answer (RFC 9112, section 9.6). Then the body is
 * given up. Resolves to whether that was all of it, and never rejects.
 */
export async function drainRefused(reader: ReadableStreamDefaultReader<Uint8Array>, most: number): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const grace = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), GRACE_MS);
  });
  const all = await Promise.race([discard(reader, most).catch(() => false), grace]);
  clearTimeout(timer);
  // Not awaited: some runtimes resolve it only once the sender is done.
  reader.cancel().catch(() => {});
  return all;
}

async function discard(reader: ReadableStreamDefaultReader<Uint8Array>, most: number): Promise<boolean> {
  let size = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.byteLength;
    if (size > most) return false;
  }
  return true;
}

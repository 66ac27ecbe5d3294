/** How long a refused body is still read, in milliseconds: a sender that stalls must not hold up its answer. */
const GRACE_MS = 500;

/**
 * Reads on and throws away what a refused sender still sends, up to `most` bytes, so that it gets to read why: bytes that
 * nobody has read when the connection closes make its kernel drop the answer (RFC 9112, section 9.6). Then the body is
 * given up. Never rejects.
 */
export async function drainRefused(reader: ReadableStreamDefaultReader<Uint8Array>, most: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const grace = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, GRACE_MS);
  });
  await Promise.race([discard(reader, most).catch(() => {}), grace]);
  clearTimeout(timer);
  // Not awaited: some runtimes resolve it only once the sender is done.
  reader.cancel().catch(() => {});
}

async function discard(reader: ReadableStreamDefaultReader<Uint8Array>, most: number): Promise<void> {
  let size = 0;
  for (let next = await reader.read(); !next.done && size <= most; next = await reader.read()) {
    size += next.value.byteLength;
  }
}

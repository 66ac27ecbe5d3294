/** Runtimes hand out smaller arrays as parts of one buffer, which must not go. */
const LEAST_BYTES = 128 * 1024;

/**
 * Frees large bytes that nobody uses any more at once, where the runtime has ES2024's `transfer`: a collector comes for
 * what lies outside its heap only when that is some 64 MB. The array must be the caller's own; it is empty afterwards.
 */
export function releaseBytes({ buffer }: Uint8Array): void {
  if (buffer.byteLength >= LEAST_BYTES) (buffer as { transfer?: (bytes: number) => unknown }).transfer?.(0);
}

/** Min size to release. Runtimes allocate smaller arrays as parts of one buffer, which must stay. */
const MIN_BYTES = 128 * 1024;

/**
 * Frees the memory of a large array at once, if the runtime has ES2024's `transfer`. A garbage collector frees memory
 * outside its heap only after about 64 MB. The array must be the caller's own; it is empty afterwards.
 */
export function releaseBytes({ buffer }: Uint8Array | Uint16Array): void {
  if (buffer.byteLength >= MIN_BYTES) (buffer as { transfer?: (bytes: number) => unknown }).transfer?.(0);
}

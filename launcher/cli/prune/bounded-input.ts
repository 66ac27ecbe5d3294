import type { Readable } from 'node:stream';

/** An input that was read up to a limit. */
export interface BoundedInput {
  /** Everything that was read. */
  readonly head: Buffer;
  /** The bytes that follow, read on demand; undefined if the input ended within the limit. */
  readonly rest: AsyncIterable<Uint8Array> | undefined;
}

/** Reads an input until it ends, or until more than `maxBytes` have arrived. Rejects if the signal aborts. */
export async function readBounded(input: Readable, maxBytes: number, signal: AbortSignal): Promise<BoundedInput> {
  signal.throwIfAborted();
  const end = (): void => void input.destroy(signal.reason as Error);
  signal.addEventListener('abort', end, { once: true });
  const chunks: Uint8Array[] = [];
  const rest = input[Symbol.asyncIterator]() as AsyncIterableIterator<Uint8Array>;
  let bytes = 0;
  for (;;) {
    const { value, done } = await rest.next();
    if (done === true) return { head: Buffer.concat(chunks), rest: undefined };
    chunks.push(value);
    bytes += value.length;
    if (bytes > maxBytes) return { head: Buffer.concat(chunks), rest };
  }
}

/** What can be stored: text (as UTF-8), bytes, or bytes in pieces of any size. */
export type ArtifactBody = string | Uint8Array | Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** Bytes of a block. Ids are made of blocks' hashes: another size would make other ids. */
export const BLOCK_BYTES: number = 256 * 1024;

/** Characters that are encoded at once. */
const TEXT_PART = 64 * 1024;
const encoder = new TextEncoder();

/**
 * A body as blocks of `BLOCK_BYTES`, the last one shorter, whatever pieces it comes in. An empty body has none. A
 * block is the taker's to keep.
 */
export async function* artifactBlocks(body: ArtifactBody): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let block = new Uint8Array(BLOCK_BYTES);
  let filled = 0;
  for await (const piece of toPieces(body)) {
    for (let at = 0; at < piece.length; ) {
      const part = piece.subarray(at, at + BLOCK_BYTES - filled);
      block.set(part, filled);
      filled += part.length;
      at += part.length;
      if (filled < BLOCK_BYTES) continue;
      yield block;
      block = new Uint8Array(BLOCK_BYTES);
      filled = 0;
    }
  }
  if (filled > 0) yield block.slice(0, filled);
}

function toPieces(body: ArtifactBody): Iterable<Uint8Array> | AsyncIterable<Uint8Array> {
  if (typeof body === 'string') return encodeParts(body);
  return body instanceof Uint8Array ? [body] : body;
}

function* encodeParts(text: string): Generator<Uint8Array> {
  for (let at = 0; at < text.length; ) {
    let end = Math.min(text.length, at + TEXT_PART);
    // Half a surrogate pair would become U+FFFD.
    if (end < text.length && (text.charCodeAt(end - 1) & 0xfc00) === 0xd800) end++;
    yield encoder.encode(text.slice(at, end));
    at = end;
  }
}

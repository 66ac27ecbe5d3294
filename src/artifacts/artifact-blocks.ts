/** A part of a body. Text stands for its UTF-8. */
export type ArtifactPiece = Uint8Array | string;

/** Content to be stored: text, bytes, or chunks of any size. No text chunk may end inside a surrogate pair. */
export type ArtifactBody = ArtifactPiece | Iterable<ArtifactPiece> | AsyncIterable<ArtifactPiece>;

/** Bytes per block. Ids are derived from block hashes, so another size would change every id. */
export const BLOCK_BYTES: number = 256 * 1024;

const encoder = new TextEncoder();

/**
 * Splits a body into blocks of `BLOCK_BYTES` (the last one may be shorter), regardless of its chunks. An empty body has
 * none. The consumer may keep each block.
 */
export async function* artifactBlocks(body: ArtifactBody): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  // Fast path: most bodies are a text that fits into one block.
  if (typeof body === 'string' && body.length <= BLOCK_BYTES) {
    const bytes = encoder.encode(body);
    if (bytes.length > BLOCK_BYTES) yield* artifactBlocks(bytes);
    else if (bytes.length > 0) yield bytes;
    return;
  }
  let block = new Uint8Array(BLOCK_BYTES);
  let filled = 0;
  const chunks = typeof body === 'string' || body instanceof Uint8Array ? [body] : body;
  // Most chunks are synchronous; awaiting each would take longer than the rest.
  if (Symbol.iterator in chunks) for (const chunk of chunks) for (const full of fill(chunk)) yield full;
  else for await (const chunk of chunks) for (const full of fill(chunk)) yield full;
  if (filled > 0) yield block.slice(0, filled);

  /** Writes a chunk and yields every block that it fills. */
  function* fill(chunk: ArtifactPiece): Generator<Uint8Array<ArrayBuffer>> {
    if (typeof chunk === 'string') {
      for (let at = 0; at < chunk.length; ) {
        const { read, written } = encoder.encodeInto(at === 0 ? chunk : chunk.slice(at), block.subarray(filled));
        at += read;
        filled += written;
        if (at >= chunk.length) break;
        if (BLOCK_BYTES - filled > LONGEST_CHARACTER) continue;
        // The next character may span two blocks.
        const character = chunk.slice(at, at + ((chunk.charCodeAt(at) & 0xfc00) === 0xd800 ? 2 : 1));
        yield* fill(encoder.encode(character));
        at += character.length;
      }
      if (filled === BLOCK_BYTES) yield turn();
      return;
    }
    for (let at = 0; at < chunk.length; ) {
      const part = chunk.subarray(at, at + BLOCK_BYTES - filled);
      block.set(part, filled);
      filled += part.length;
      at += part.length;
      if (filled === BLOCK_BYTES) yield turn();
    }
  }

  function turn(): Uint8Array<ArrayBuffer> {
    const full = block;
    block = new Uint8Array(BLOCK_BYTES);
    filled = 0;
    return full;
  }
}

/** Max UTF-8 bytes of a character. */
const LONGEST_CHARACTER = 4;

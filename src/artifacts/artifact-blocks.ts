/** A part of a body: text stands for its UTF-8. */
export type ArtifactPiece = Uint8Array | string;

/** What can be stored: text, bytes, or pieces of any size. No piece of text ends in half a surrogate pair. */
export type ArtifactBody = ArtifactPiece | Iterable<ArtifactPiece> | AsyncIterable<ArtifactPiece>;

/** Bytes of a block. Ids are made of blocks' hashes: another size would make other ids. */
export const BLOCK_BYTES: number = 256 * 1024;

const encoder = new TextEncoder();

/**
 * A body as blocks of `BLOCK_BYTES`, the last one shorter, whatever pieces it comes in. An empty body has none. A
 * block is the taker's to keep.
 */
export async function* artifactBlocks(body: ArtifactBody): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  // Most bodies are a text that fits into a block.
  if (typeof body === 'string' && body.length <= BLOCK_BYTES) {
    const bytes = encoder.encode(body);
    if (bytes.length > BLOCK_BYTES) yield* artifactBlocks(bytes);
    else if (bytes.length > 0) yield bytes;
    return;
  }
  let block = new Uint8Array(BLOCK_BYTES);
  let filled = 0;
  const pieces = typeof body === 'string' || body instanceof Uint8Array ? [body] : body;
  // Most pieces come at once: to await each would take longer than all else.
  if (Symbol.iterator in pieces) for (const piece of pieces) for (const full of fill(piece)) yield full;
  else for await (const piece of pieces) for (const full of fill(piece)) yield full;
  if (filled > 0) yield block.slice(0, filled);

  /** Writes a piece, and gives every block that it fills. */
  function* fill(piece: ArtifactPiece): Generator<Uint8Array<ArrayBuffer>> {
    if (typeof piece === 'string') {
      for (let at = 0; at < piece.length; ) {
        const { read, written } = encoder.encodeInto(at === 0 ? piece : piece.slice(at), block.subarray(filled));
        at += read;
        filled += written;
        if (at >= piece.length) break;
        if (BLOCK_BYTES - filled > LONGEST_CHARACTER) continue;
        // The next character may stand across two blocks.
        const character = piece.slice(at, at + ((piece.charCodeAt(at) & 0xfc00) === 0xd800 ? 2 : 1));
        yield* fill(encoder.encode(character));
        at += character.length;
      }
      if (filled === BLOCK_BYTES) yield turn();
      return;
    }
    for (let at = 0; at < piece.length; ) {
      const part = piece.subarray(at, at + BLOCK_BYTES - filled);
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

/** Bytes of a character in UTF-8. */
const LONGEST_CHARACTER = 4;

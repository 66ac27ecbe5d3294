/** Max UTF-16 units of a stored and indexed chunk: D1 takes 2 MB per value. */
export const CHUNK_UNITS = 200_000;

/** Splits a text into chunks of at most `CHUNK_UNITS`, never inside a surrogate pair. An empty text is one chunk. */
export function textChunks(text: string): readonly string[] {
  const chunks: string[] = [];
  for (let from = 0; from < text.length; ) {
    let to = Math.min(text.length, from + CHUNK_UNITS);
    if (to < text.length && (text.charCodeAt(to) & 0xfc00) === 0xdc00) to -= 1;
    chunks.push(text.slice(from, to));
    from = to;
  }
  return chunks.length === 0 ? [''] : chunks;
}

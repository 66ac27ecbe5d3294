/** UTF-16 units of a part that a text is stored and indexed in: D1 takes 2 MB a value. */
export const CHUNK_UNITS = 200_000;

/** A text in parts of at most `CHUNK_UNITS`, none of which ends in half a character; an empty text is one part. */
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

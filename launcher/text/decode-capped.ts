import { type Cut, cutToBytes } from './cut-to-bytes.ts';

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Decodes bytes into a text of at most `most` UTF-8 bytes: invalid bytes become U+FFFD, a byte order mark stays, and no
 * character is cut in two. Where there is more than `most` to read, one byte more is enough to tell.
 */
export function decodeCapped(bytes: Uint8Array, most: number): Cut {
  // A character that the last byte cuts decodes to U+FFFD, whose three bytes never fit below `most`.
  return cutToBytes(decoder.decode(bytes), most);
}

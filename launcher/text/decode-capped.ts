export interface Decoded {
  readonly text: string;
  readonly truncated: boolean;
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Decodes bytes into a text of at most `most` UTF-8 bytes: invalid bytes become U+FFFD, a byte order mark stays, and
 * no character is cut in two.
 */
export function decodeCapped(bytes: Buffer, most: number): Decoded {
  const whole = bytes.length <= most ? decoder.decode(bytes) : undefined;
  if (whole !== undefined && Buffer.byteLength(whole) <= most) return { text: whole, truncated: false };
  // Replaced bytes take three each, so the cut is made on what was decoded.
  const encoded = Buffer.from(decoder.decode(bytes.subarray(0, characterStart(bytes, most))));
  const text = decoder.decode(encoded.subarray(0, characterStart(encoded, most)));
  return { text, truncated: true };
}

/** The greatest index up to `at` at which a character begins, so that no valid one is cut. */
function characterStart(bytes: Buffer, at: number): number {
  if (at >= bytes.length) return bytes.length;
  let start = at;
  while (start > at - 3 && start > 0 && isContinuation(bytes[start])) start--;
  return isContinuation(bytes[start]) ? at : start;
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

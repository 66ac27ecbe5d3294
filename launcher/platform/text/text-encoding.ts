import { isUtf8 } from 'node:buffer';

/** Number of bytes at the beginning of a file that decide whether it is text. */
export const PROBE_BYTES = 8192;

/**
 * Returns the encoding of a text with a UTF-16 byte order mark, as `TextDecoder` names it. Undefined for UTF-8 and any
 * other bytes.
 */
export function utf16Of(head: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const [first, second, third, fourth] = head;
  // Followed by two zero bytes, it is the mark of UTF-32.
  if (first === 0xff && second === 0xfe) return third === 0 && fourth === 0 ? undefined : 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

/** True if the first bytes of a file are not text, i.e. if they contain a NUL and are not UTF-16. */
export function isBinary(head: Uint8Array): boolean {
  return utf16Of(head) === undefined && head.subarray(0, PROBE_BYTES).includes(0);
}

/** A text, and a function that encodes the text or parts of it again. */
export interface DecodedText {
  readonly text: string;
  encode(text: string): Uint8Array;
}

/**
 * Decodes text so that each line can be encoded to the same bytes again. Supports UTF-8 and UTF-16 with a byte order
 * mark. Any other bytes become one character each (Latin-1).
 */
export function decodeText(bytes: Buffer): DecodedText {
  const utf16 = utf16Of(bytes);
  if (utf16 !== undefined) {
    const encode = (text: string): Uint8Array => {
      const encoded = Buffer.from(`\ufeff${text}`, 'utf16le');
      return utf16 === 'utf-16le' ? encoded : encoded.swap16();
    };
    const text = new TextDecoder(utf16).decode(bytes);
    // If the bytes contain half a character, encoding would change it.
    if (bytes.equals(encode(text))) return { text, encode };
  }
  if (isUtf8(bytes)) return { text: bytes.toString(), encode: (text) => Buffer.from(text) };
  return { text: bytes.toString('latin1'), encode: (text) => Buffer.from(text.replaceAll('\u2026', '...'), 'latin1') };
}

import { isUtf8 } from 'node:buffer';

/** Bytes at the beginning of a file that say whether it is text. */
export const PROBE_BYTES = 8192;

/** UTF-16 with a byte order mark, by the name that `TextDecoder` has for it. Undefined: UTF-8, or bytes of their own. */
export function utf16Of(head: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const [first, second, third, fourth] = head;
  // With two zeros behind it, UTF-32.
  if (first === 0xff && second === 0xfe) return third === 0 && fourth === 0 ? undefined : 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

/** True for the first bytes of a file that is no text: a NUL is among them, and they are not UTF-16. */
export function isBinary(head: Uint8Array): boolean {
  return utf16Of(head) === undefined && head.subarray(0, PROBE_BYTES).includes(0);
}

/** A text, and how to turn it, or parts of it, into bytes again. */
export interface DecodedText {
  readonly text: string;
  encode(text: string): Uint8Array;
}

/**
 * Decodes text so that each line can be given back byte for byte: UTF-8, UTF-16 with a byte order mark, or else one
 * character a byte.
 */
export function decodeText(bytes: Buffer): DecodedText {
  const utf16 = utf16Of(bytes);
  if (utf16 !== undefined) {
    const encode = (text: string): Uint8Array => {
      const encoded = Buffer.from(`\ufeff${text}`, 'utf16le');
      return utf16 === 'utf-16le' ? encoded : encoded.swap16();
    };
    const text = new TextDecoder(utf16).decode(bytes);
    // Half a character would come back as another one.
    if (bytes.equals(encode(text))) return { text, encode };
  }
  if (isUtf8(bytes)) return { text: bytes.toString(), encode: (text) => Buffer.from(text) };
  return { text: bytes.toString('latin1'), encode: (text) => Buffer.from(text.replaceAll('\u2026', '...'), 'latin1') };
}

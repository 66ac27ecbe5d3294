/** Not a UTF-8 character. */
export const NOT_UTF8 = -1;
/** A character that is cut off at the end. */
export const CUT_OFF = -2;

/** Length of a character by its first byte; 0 if no character begins with it. */
function lengthOf(first: number): number {
  if (first < 0x80) return 1;
  if (first < 0xc2) return 0;
  if (first < 0xe0) return 2;
  if (first < 0xf0) return 3;
  return first < 0xf5 ? 4 : 0;
}

/** Min second byte; lower ones are overlong encodings. */
function leastSecond(first: number): number {
  if (first === 0xe0) return 0xa0;
  return first === 0xf0 ? 0x90 : 0x80;
}

/** Max second byte; higher ones are surrogates or beyond Unicode. */
function mostSecond(first: number): number {
  if (first === 0xed) return 0x9f;
  return first === 0xf4 ? 0x8f : 0xbf;
}

/**
 * Length in bytes of the character at `at` (1 to 4), `NOT_UTF8`, or `CUT_OFF` if it continues past `end` (WHATWG
 * Encoding, UTF-8).
 */
export function characterLength(bytes: Uint8Array, at: number, end: number): number {
  const first = bytes[at] as number;
  const length = lengthOf(first);
  if (length === 0) return NOT_UTF8;
  for (let i = 1; i < length; i++) {
    if (at + i >= end) return CUT_OFF;
    const byte = bytes[at + i] as number;
    const min = i === 1 ? leastSecond(first) : 0x80;
    const max = i === 1 ? mostSecond(first) : 0xbf;
    if (byte < min || byte > max) return NOT_UTF8;
  }
  return length;
}

/** Decodes a character of `length` bytes to its code point. */
export function codePointAt(bytes: Uint8Array, at: number, length: number): number {
  const first = bytes[at] as number;
  if (length === 1) return first;
  let point = first & (0xff >> (length + 1));
  for (let i = 1; i < length; i++) point = (point << 6) | ((bytes[at + i] as number) & 0x3f);
  return point;
}

/** Returns the last offset up to `at` that is not inside a character. */
export function characterStart(bytes: Uint8Array, at: number): number {
  for (let back = 1; back <= 3 && back <= at; back++) {
    const length = characterLength(bytes, at - back, bytes.length);
    if (length > back || length === CUT_OFF) return at - back;
    if (length !== NOT_UTF8) return at;
  }
  return at;
}

/** Decodes bytes; undefined if they are not UTF-8. A byte order mark is kept. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

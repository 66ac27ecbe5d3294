/** The bytes at an offset are no character of UTF-8. */
export const NOT_UTF8 = -1;
/** The bytes from an offset on begin a character, and end before it does. */
export const CUT_OFF = -2;

/** Bytes of a character by its first byte, 0 where no character begins with it. */
function lengthOf(first: number): number {
  if (first < 0x80) return 1;
  if (first < 0xc2) return 0;
  if (first < 0xe0) return 2;
  if (first < 0xf0) return 3;
  return first < 0xf5 ? 4 : 0;
}

/** The least second byte: below it stand longer spellings of what is shorter. */
function leastSecond(first: number): number {
  if (first === 0xe0) return 0xa0;
  return first === 0xf0 ? 0x90 : 0x80;
}

/** The greatest second byte: above it stand surrogates and what Unicode does not have. */
function mostSecond(first: number): number {
  if (first === 0xed) return 0x9f;
  return first === 0xf4 ? 0x8f : 0xbf;
}

/** Bytes of the character at `at` (1 to 4), `NOT_UTF8`, or `CUT_OFF` where it goes on at `end` (WHATWG Encoding, UTF-8). */
export function characterLength(bytes: Uint8Array, at: number, end: number): number {
  const first = bytes[at] as number;
  const length = lengthOf(first);
  if (length === 0) return NOT_UTF8;
  for (let i = 1; i < length; i++) {
    if (at + i >= end) return CUT_OFF;
    const byte = bytes[at + i] as number;
    const least = i === 1 ? leastSecond(first) : 0x80;
    const most = i === 1 ? mostSecond(first) : 0xbf;
    if (byte < least || byte > most) return NOT_UTF8;
  }
  return length;
}

/** The code point of a character of `length` bytes. */
export function codePointAt(bytes: Uint8Array, at: number, length: number): number {
  const first = bytes[at] as number;
  if (length === 1) return first;
  let point = first & (0xff >> (length + 1));
  for (let i = 1; i < length; i++) point = (point << 6) | ((bytes[at + i] as number) & 0x3f);
  return point;
}

/** The last offset up to `at` that is in the middle of no character. */
export function characterStart(bytes: Uint8Array, at: number): number {
  for (let back = 1; back <= 3 && back <= at; back++) {
    const length = characterLength(bytes, at - back, bytes.length);
    if (length > back || length === CUT_OFF) return at - back;
    if (length !== NOT_UTF8) return at;
  }
  return at;
}

/** The text of bytes; undefined where they are no UTF-8. A byte order mark stays. */
export function decodeText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

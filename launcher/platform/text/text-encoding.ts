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

/** The encoding of a text that is not UTF-8. */
export interface OtherEncoding {
  /** Name for `TextDecoder`; undefined if the encoding is not certain. */
  readonly name: string | undefined;
  /** What to tell the reader of the text. */
  readonly note: string;
}

/**
 * Returns the encoding of a text; undefined for UTF-8, and if nothing can be said about it. `more` returns another part
 * of the same text, if this one may be too short to tell. The detector is loaded only for other texts than UTF-8.
 */
export async function otherEncoding(
  bytes: Buffer,
  more: () => Promise<Buffer> = async () => Buffer.alloc(0),
): Promise<OtherEncoding | undefined> {
  if (!bytes.includes(0) && isUtf8(withoutCutOff(bytes))) return undefined;
  const marked = utf16Of(bytes);
  if (marked !== undefined) return certainly(marked);
  const { detectEncoding, unmarkedUtf16 } = await import('./legacy-encoding.ts');
  const { certain, possible } = bytes.includes(0)
    ? { certain: unmarkedUtf16(bytes), possible: [] }
    : detectEncoding(Buffer.concat([bytes, Buffer.from('\n'), await more()]));
  if (certain !== undefined) return certainly(certain);
  if (possible.length === 0) return undefined;
  return { name: undefined, note: `not UTF-8, it may be ${possible.join(' or ')}; other bytes are replaced` };
}

const certainly = (name: string): OtherEncoding => ({ name, note: `decoded from ${name}` });

/** Drops up to three bytes at the end, which may belong to a character that was cut off. */
function withoutCutOff(bytes: Buffer): Buffer {
  let end = bytes.length;
  while (end > 0 && end > bytes.length - 3 && (bytes[end - 1] as number) >= 0x80) end--;
  return bytes.subarray(0, end);
}

/** A text, and a function that encodes the text or parts of it again. */
export interface DecodedText {
  readonly text: string;
  encode(text: string): Uint8Array;
}

/**
 * Decodes text so that each line can be encoded to the same bytes again. Decodes UTF-8, UTF-16, and what is certainly
 * of another encoding. Any other bytes become one character each (Latin-1).
 */
export async function decodeText(bytes: Buffer): Promise<DecodedText> {
  const name = (await otherEncoding(bytes))?.name;
  const other =
    name === undefined ? undefined : name.startsWith('utf-16') ? fromUtf16(name, bytes) : fromPairs(name, bytes);
  // If the bytes contain half a character, encoding would change it.
  if (other !== undefined && bytes.equals(other.encode(other.text))) return other;
  if (isUtf8(bytes)) return { text: bytes.toString(), encode: (text) => Buffer.from(text) };
  return { text: bytes.toString('latin1'), encode: (text) => Buffer.from(text.replaceAll('\u2026', '...'), 'latin1') };
}

function fromUtf16(name: string, bytes: Buffer): DecodedText {
  const mark = utf16Of(bytes) === undefined ? '' : '\ufeff';
  const encode = (text: string): Uint8Array => {
    const encoded = Buffer.from(mark + text, 'utf16le');
    return name === 'utf-16le' ? encoded : encoded.swap16();
  };
  return { text: new TextDecoder(name).decode(bytes), encode };
}

/** Decodes an encoding of one or two bytes per character, and encodes by what its pairs of bytes decode to. */
function fromPairs(name: string, bytes: Buffer): DecodedText {
  const decoder = new TextDecoder(name);
  const bytesOf = new Map<string, string>();
  for (let first = 0xff; first >= 0x80; first--) {
    bytesOf.set(decoder.decode(Uint8Array.of(first)), String.fromCharCode(first));
    for (let second = 0x40; second < 0x100; second++) {
      const character = decoder.decode(Uint8Array.of(first, second));
      if ([...character].length === 1) bytesOf.set(character, String.fromCharCode(first, second));
    }
  }
  const encode = (text: string): Uint8Array =>
    Buffer.from(
      text.replaceAll(/[^\0-\x7f]/gu, (one) => bytesOf.get(one) ?? (one === '\u2026' ? '...' : '?')),
      'latin1',
    );
  return { text: decoder.decode(bytes), encode };
}

import { isUtf8 } from 'node:buffer';

/** Number of bytes at the beginning of a file that decide whether it is text. */
export const PROBE_BYTES = 8192;
/** Number of bytes at the beginning of a file that tell its encoding. */
export const BEGINNING_BYTES = 65_536;

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
  /** Note for the reader of the text. */
  readonly note: string;
}

/** Facts about the bytes of a text whose encoding is looked for. */
interface PartOfText {
  /** True if the text may go on after the bytes, so that they may end within a character. */
  readonly isCut?: boolean;
  /** Returns another part of the same text, if this one may be too short to tell. */
  readonly more?: (() => Promise<Buffer>) | undefined;
}

/**
 * Returns the encoding of a text; undefined for UTF-8, and if nothing can be said about it. The detector is loaded only
 * for other texts than UTF-8.
 */
export async function otherEncoding(
  bytes: Buffer,
  { isCut = false, more = async () => Buffer.alloc(0) }: PartOfText = {},
): Promise<OtherEncoding | undefined> {
  if (!bytes.includes(0) && isUtf8(isCut ? withoutCutOff(bytes) : bytes)) return undefined;
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

/** Drops the bytes at the end that begin a character of UTF-8, which was cut off. */
function withoutCutOff(bytes: Buffer): Buffer {
  // A decoder keeps back only what begins a valid character.
  const isBegun = (size: number): boolean => new TextDecoder().decode(bytes.subarray(-size), { stream: true }) === '';
  return bytes.subarray(0, bytes.length - ([1, 2, 3].find(isBegun) ?? 0));
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

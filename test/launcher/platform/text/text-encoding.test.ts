import { expect, test } from 'vitest';
import { decodeText, isBinary, utf16Of } from '../../../../launcher/platform/text/text-encoding.ts';

const utf16 = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le');

test.each([
  ['UTF-8', Buffer.from('naïve 漢字 😀\n'), 'naïve 漢字 😀\n'],
  ['UTF-8 with a byte order mark', Buffer.from('\ufeffa\n'), '\ufeffa\n'],
  ['UTF-16', utf16('naïve 漢字 😀\n'), 'naïve 漢字 😀\n'],
  ['UTF-16 with its bytes swapped', utf16('naïve\n').swap16(), 'naïve\n'],
  ['Latin-1', Buffer.from('na\xefve\n', 'latin1'), 'na\xefve\n'],
])('%s is decoded, and comes back byte for byte', (_, bytes, expected) => {
  const { text, encode } = decodeText(bytes);
  expect(text).toBe(expected);
  expect(Buffer.from(encode(text))).toEqual(bytes);
});

test.each([
  ['an odd number of bytes', Buffer.concat([utf16('ab'), Buffer.of(0x41)])],
  ['half a character', Buffer.concat([utf16('ab'), Buffer.of(0x00, 0xd8), Buffer.from('c', 'utf16le')])],
])('UTF-16 with %s came back as something else: it stays as it was', (_, bytes) => {
  const { text, encode } = decodeText(bytes);
  expect(Buffer.from(encode(text))).toEqual(bytes);
});

test('UTF-32 was taken for UTF-16 and shown with NULs: it is no text', () => {
  const utf32 = Buffer.from([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0]);
  expect([utf16Of(utf32), isBinary(utf32)]).toEqual([undefined, true]);
  expect([utf16Of(utf16('a')), isBinary(utf16('a'))]).toEqual(['utf-16le', false]);
  expect(utf16Of(Buffer.of(0xff, 0xfe))).toBe('utf-16le');
});

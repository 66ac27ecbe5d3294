import { expect, test } from 'vitest';
import { decodeText, otherEncoding, utf16Of } from '../../../../launcher/platform/text/text-encoding.ts';
import { encodeAs, IN_ENCODINGS, logIn } from '../../../support/encoded-texts.ts';

const utf16 = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le');

test.each([
  ['UTF-8', Buffer.from('naïve 漢字 😀\n'), 'naïve 漢字 😀\n'],
  ['UTF-8 with a byte order mark', Buffer.from('\ufeffa\n'), '\ufeffa\n'],
  ['UTF-16', utf16('naïve 漢字 😀\n'), 'naïve 漢字 😀\n'],
  ['UTF-16 with its bytes swapped', utf16('naïve\n').swap16(), 'naïve\n'],
  ['UTF-16 without a mark', Buffer.from('naïve 漢字 😀\n', 'utf16le'), 'naïve 漢字 😀\n'],
  ['UTF-16 without a mark, with its bytes swapped', Buffer.from('two words\n', 'utf16le').swap16(), 'two words\n'],
  ['Latin-1', Buffer.from('na\xefve\n', 'latin1'), 'na\xefve\n'],
])('%s is decoded, and comes back byte for byte', async (_, bytes, expected) => {
  const { text, encode } = await decodeText(bytes);
  expect(text).toBe(expected);
  expect(Buffer.from(encode(text))).toEqual(bytes);
});

test.each(Object.entries(IN_ENCODINGS))(
  '%s is known by its words, and comes back byte for byte',
  async (name, said) => {
    const log = logIn(name);
    const bytes = encodeAs(name, log);
    const { text, encode } = await decodeText(bytes);
    expect(text).toBe(log);
    expect(Buffer.from(encode(text))).toEqual(bytes);
    expect(await otherEncoding(bytes)).toEqual({ name, note: `decoded from ${name}` });
    const [first = ''] = said;
    expect(Buffer.from(encode(`${first} (filtered 3 lines: 2-4)`))).toEqual(
      encodeAs(name, `${first} (filtered 3 lines: 2-4)`),
    );
  },
);

test.each([
  ['big5', '\u4e2d\u6587', 'a4a4a4e5'],
  ['euc-jp', '\u65e5\u672c', 'c6fccbdc'],
  ['euc-kr', '\ud55c\uad6d', 'c7d1b1b9'],
  ['gb18030', '\u4e2d\u6587', 'd6d0cec4'],
  ['shift_jis', '\u65e5\u672c', '93fa967b'],
  ['windows-1251', '\u0434\u0430', 'e4e0'],
])('the bytes of these tests are those of %s', (name, text, hex) => {
  expect(encodeAs(name, text).toString('hex')).toBe(hex);
});

const lines = (name: string, from: number, to: number): Buffer =>
  encodeAs(name, `${(IN_ENCODINGS[name] ?? []).slice(from, to).join('\n')}\n`);
const noise = Buffer.from(Array.from({ length: 9000 }, (_, i) => (i * 7919 + ((i * i) % 251)) % 256));

test.each([
  ['two encodings', Buffer.concat([lines('gb18030', 0, 4), Buffer.from('支付失败: 银行证书已过期\n')])],
  ['two others', Buffer.concat([lines('windows-1251', 0, 4), lines('shift_jis', 0, 4)])],
  ['UTF-8 with a byte that is none', Buffer.concat([Buffer.from('Grüße, naïve, café, 漢字\n'), Buffer.of(0xff)])],
  [
    'UTF-16 behind lines of ASCII',
    Buffer.concat([Buffer.from('it begins here:\n'), Buffer.from('two words\n', 'utf16le')]),
  ],
  ['any bytes', noise],
  ['any bytes without a zero', noise.filter((byte) => byte !== 0)],
  ['two ideographs, which may be of several encodings', encodeAs('gb18030', 'state: 成功\n')],
  ['numbers of two bytes', Buffer.from(Uint16Array.from({ length: 4000 }, (_, i) => i % 700).buffer)],
])('nothing is certain of %s: a wrong decoding is worse than none', async (_, bytes) => {
  expect((await otherEncoding(Buffer.from(bytes)))?.name).toBeUndefined();
});

test('an encoding that is not certain is named', async () => {
  const { note, name } = (await otherEncoding(encodeAs('gb18030', 'state: 启动成功\n'))) ?? {};
  expect(name).toBeUndefined();
  expect(note).toMatch(/^not UTF-8, it may be .*gb18030.*; other bytes are replaced$/);
});

test('each byte of a long line without spaces was the beginning of a search: 1 MB took minutes', async () => {
  const head = encodeAs('windows-1252', '// café, señor, über, façade, crème, naïve\n');
  const known = await otherEncoding(head);
  expect(known?.note).toBeDefined();
  expect(await otherEncoding(Buffer.concat([head, Buffer.from('a=1;'.repeat(250_000))]))).toEqual(known);
});

test.each([
  ['without a space', logIn('gb18030').replaceAll(/\s/g, '')],
  ['between long words', `${'a=1;'.repeat(50_000)}${logIn('gb18030')}`],
])('a text of many bytes %s is known by a part of it, which may end within a character', async (_, text) => {
  for (const more of ['', '-']) {
    const bytes = encodeAs('gb18030', `${more}${text.repeat(Math.ceil(200_000 / text.length))}`);
    expect((await otherEncoding(bytes))?.name).toBe('gb18030');
  }
});

test('a character that is cut off at the end is no other encoding', async () => {
  const bytes = Buffer.from('Grüße 漢字'.repeat(20));
  for (const cut of [1, 2, 3]) expect(await otherEncoding(bytes.subarray(0, -cut), { isCut: true })).toBeUndefined();
});

test.each([
  ['a whole text that ends in a foreign byte', 'Der Wagen von Ren\xe9', false],
  ['a part that ends in a byte that begins no character', 'Das ist ein Men\xfc', true],
])('%s passed for UTF-8 without a note', async (_, text, isCut) => {
  const note = 'decoded from windows-1252';
  expect(await otherEncoding(Buffer.from(text, 'latin1'), { isCut })).toEqual({ name: 'windows-1252', note });
});

test.each([
  ['an odd number of bytes', Buffer.concat([utf16('ab'), Buffer.of(0x41)])],
  ['half a character', Buffer.concat([utf16('ab'), Buffer.of(0x00, 0xd8), Buffer.from('c', 'utf16le')])],
])('UTF-16 with %s came back as something else: it stays as it was', async (_, bytes) => {
  const { text, encode } = await decodeText(bytes);
  expect(Buffer.from(encode(text))).toEqual(bytes);
});

test('UTF-32 was taken for UTF-16 and shown with NULs: it is no text', async () => {
  const utf32 = Buffer.from([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0]);
  expect([utf16Of(utf32), await otherEncoding(utf32)]).toEqual([undefined, undefined]);
  expect((await otherEncoding(utf16('a')))?.name).toBe('utf-16le');
  expect(utf16Of(Buffer.of(0xff, 0xfe))).toBe('utf-16le');
});

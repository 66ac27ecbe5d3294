import { expect, test } from 'vitest';
import { decodeCapped } from '../../../launcher/text/decode-capped.ts';

test('what fits comes back whole, a byte order mark included', () => {
  expect(decodeCapped(Buffer.from('\ufeffä'), 5)).toEqual({ text: '\ufeffä', truncated: false });
});

test('no character is cut in two', () => {
  const bytes = Buffer.from('aä€😀');
  const texts = Array.from({ length: bytes.length + 1 }, (_, most) => decodeCapped(bytes, most).text);
  expect(texts).toEqual(['', 'a', 'a', 'aä', 'aä', 'aä', 'aä€', 'aä€', 'aä€', 'aä€', 'aä€😀']);
});

test('invalid bytes are replaced, and the cap holds for the replaced text', () => {
  expect(decodeCapped(Buffer.from([0x61, 0xff, 0x62]), 100)).toEqual({ text: 'a\ufffdb', truncated: false });
  expect(decodeCapped(Buffer.from([0xff, 0xff, 0xff]), 4)).toEqual({ text: '\ufffd', truncated: true });
  expect(decodeCapped(Buffer.alloc(10, 0x80), 9)).toEqual({ text: '\ufffd\ufffd\ufffd', truncated: true });
});

import { expect, test } from 'vitest';
import { decodeCapped } from '../../../../launcher/platform/text/decode-capped.ts';

test('what fits comes back whole, a byte order mark included', () => {
  expect(decodeCapped(Buffer.from('\ufeffä'), 5)).toEqual({ text: '\ufeffä', bytes: 5, cut: false });
});

test('no character is cut in two, where the bytes end one behind the cap too', () => {
  const bytes = Buffer.from('aä€😀');
  const expected = ['', 'a', 'a', 'aä', 'aä', 'aä', 'aä€', 'aä€', 'aä€', 'aä€', 'aä€😀'];
  for (const [max, text] of expected.entries()) {
    const cut = max < bytes.length;
    expect(decodeCapped(bytes, max)).toMatchObject({ text, cut });
    expect(decodeCapped(bytes.subarray(0, max + 1), max)).toMatchObject({ text, cut });
  }
});

test('invalid bytes are replaced, and the cap holds for the replaced text', () => {
  expect(decodeCapped(Buffer.from([0x61, 0xff, 0x62]), 100)).toEqual({ text: 'a\ufffdb', bytes: 5, cut: false });
  expect(decodeCapped(Buffer.from([0xff, 0xff, 0xff]), 4)).toEqual({ text: '\ufffd', bytes: 3, cut: true });
  expect(decodeCapped(Buffer.alloc(10, 0x80), 9)).toEqual({ text: '\ufffd\ufffd\ufffd', bytes: 9, cut: true });
});

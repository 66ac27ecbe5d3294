import { expect, test } from 'vitest';
import { describeBase64 } from '../../../src/text/base64.ts';

/** Bytes without a pattern. */
const bytes = Uint8Array.from({ length: 3001 }, (_, i) => (i * i * 31 + i * 7 + (i >> 3)) % 256);
const encoded = btoa(String.fromCharCode(...bytes));
const PNG = `iVBORw0KGgo${encoded.slice(11)}`;

test.each([
  ['plain', encoded, 'base64, 3001 bytes'],
  ['of a PNG', PNG, 'base64, 3001 bytes, image/png'],
  ['in lines of 76', encoded.replaceAll(/.{76}/g, '$&\r\n'), 'base64, 3001 bytes'],
  ['for URLs', encoded.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''), 'base64, 3001 bytes'],
  ['in a data URI', `data:font/woff2;charset=x;base64,${encoded}`, 'base64, 3001 bytes, font/woff2'],
])('base64 %s is described', (_, text, description) => {
  expect(describeBase64(text)).toBe(description);
});

test.each([
  ['prose', 'The quick brown fox jumps over the lazy dog 0123456789. '.repeat(20)],
  ['a path', `${'node_modules/Package1/lib/'.repeat(20)}index`],
  ['hexadecimal', '0123456789abcdefABCDEF'.repeat(30)],
  ['one letter', 'A'.repeat(5000)],
  ['lines of their own lengths', `${encoded.slice(0, 100)}\n${encoded.slice(100, 300)}\n${encoded.slice(300)}`],
  ['short base64', encoded.slice(0, 100)],
  ['base64 with words behind it', `${encoded}\nis what it is`],
])('%s is none', (_, text) => {
  expect(describeBase64(text)).toBeUndefined();
});

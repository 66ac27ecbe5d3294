import { expect, test } from 'vitest';
import { firstChars, lastChars } from '../../../src/unasked/call-question.ts';

const KEY = `ghp_${'x1Y2'.repeat(9)}`;
const PEM = `-----BEGIN PRIVATE KEY-----\n${'MIIEvQIBADANBgkqhkiG9w0B\n'.repeat(400)}-----END PRIVATE KEY-----`;

test.each(Array.from({ length: 45 }, (_, at) => at))('a key that the cut falls into came out: %i', (at) => {
  expect(firstChars(`${'-'.repeat(100 - at)} ${KEY} ${'word '.repeat(9000)}`, 100)).not.toContain('ghp_');
  expect(lastChars(`${'word '.repeat(9000)} ${KEY} ${'-'.repeat(100 - at)}`, 100)).not.toMatch(/x1Y2x1/);
});

test('a private key that the cut falls into came out', () => {
  expect(firstChars(`${'a'.repeat(50)} ${PEM} b`, 100)).toBe(
    `${'a'.repeat(50)} [redacted:private-key]${'\n'.repeat(27)}`,
  );
  expect(lastChars(`a ${PEM} b`, 50)).toMatch(/^a \[redacted:private-key\]\n+ b$/);
});

test('other texts stay as they are', () => {
  expect([firstChars('abc', 2), firstChars('abc', 9), lastChars('abc', 9), firstChars('', 1)]).toEqual([
    'ab',
    'abc',
    'abc',
    '',
  ]);
});

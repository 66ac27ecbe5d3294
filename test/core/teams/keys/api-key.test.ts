import { expect, test } from 'vitest';
import { hashSecret, idOfKey, mintApiKey, sameHash } from '../../../../src/teams/keys/api-key.ts';

test('a key carries its id, and only its hash is for storing', async () => {
  const { id, key, hash } = await mintApiKey();
  expect(key).toMatch(/^mcpp_[0-9a-f]{16}_[0-9a-f]{48}$/);
  expect(idOfKey(key)).toBe(id);
  expect(hash).toBe(await hashSecret(key));
  expect(hash).not.toContain(key.slice(-48));
  expect((await mintApiKey()).key).not.toBe(key);
});

test('the hash is SHA-256, as FIPS 180-4 gives it for "abc"', async () => {
  expect(await hashSecret('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

test.each([
  '',
  'mcpp_',
  `mcpp_${'0'.repeat(16)}_${'0'.repeat(47)}`,
  `mcpp_${'0'.repeat(16)}_${'0'.repeat(49)}`,
  `mcpp_${'G'.repeat(16)}_${'0'.repeat(48)}`,
  `MCPP_${'0'.repeat(16)}_${'0'.repeat(48)}`,
  `mcpp_${'0'.repeat(16)}_${'0'.repeat(48)}\n`,
  'x'.repeat(10_000),
])('%j is no key', (odd) => {
  expect(idOfKey(odd)).toBeUndefined();
});

test('hashes are the same only where every digit is', () => {
  expect(sameHash('ab', 'ab')).toBe(true);
  for (const other of ['aa', 'bb', 'a', 'abc', '']) expect(sameHash('ab', other)).toBe(false);
  expect(sameHash('', 'ab')).toBe(false);
});

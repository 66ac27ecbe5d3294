import { expect, test } from 'vitest';
import { webSha256 } from '../../src/prune-api/cache/sha256.ts';
import { syncSha256 } from '../../worker/runtime/sha256.ts';

test.each([
  ['nothing', '', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['ASCII', 'abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
])("the digest of %s is the standard's, by either", async (_, text, digest) => {
  expect([syncSha256(text), await webSha256(text)]).toEqual([digest, digest]);
});

test('both digests of any text are the same, so that runtimes may share a database', async () => {
  const texts = ['é\n☃', '😀'.repeat(1000), 'x'.repeat(1_000_000)];
  for (const text of texts) expect(syncSha256(text)).toBe(await webSha256(text));
});

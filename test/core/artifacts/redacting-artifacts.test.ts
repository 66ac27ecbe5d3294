import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BLOCK_BYTES } from '../../../src/artifacts/artifact-blocks.ts';
import { createMemoryArtifactStore } from '../../../src/artifacts/memory-artifact-store.ts';
import { redactSecrets } from '../../../src/artifacts/redact-secrets.ts';
import { redactingArtifacts } from '../../../src/artifacts/redacting-artifacts.ts';
import { describeArtifactStore, manyBytes } from '../../contract/artifact-store.ts';

const KEY = `ghp_${'a1'.repeat(18)}`;
const PRIVATE = `-----BEGIN RSA PRIVATE KEY-----\n${'MIIEow+/\n'.repeat(1000)}-----END RSA PRIVATE KEY-----`;

async function stored(body: Parameters<ReturnType<typeof redactingArtifacts>['put']>[0]['body']): Promise<Uint8Array> {
  const store = redactingArtifacts(createMemoryArtifactStore());
  const info = await store.put({ domain: 'test', mimeType: 'text/plain', body });
  const bytes = await store.read(info);
  expect(bytes?.length).toBe(info.bytes);
  return bytes ?? expect.fail('not stored');
}
const textOf = (bytes: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

describe('a store that redacts', () => {
  describeArtifactStore(async (options) => {
    const inner = createMemoryArtifactStore(options);
    return redactingArtifacts(inner);
  });
});

test('keeps text without its secrets, and all else byte for byte', async () => {
  const text = `\ufeffnaïve 🙂 token=${KEY}\r\nend`;
  expect(textOf(await stored(text))).toBe('\ufeffnaïve 🙂 token=[redacted:github-token]\r\nend');
  expect(textOf(await stored([new TextEncoder().encode(text.slice(0, 30)), text.slice(30)]))).toBe(redactSecrets(text));
});

test('in a text with bytes that are no UTF-8 too', async () => {
  const bytes = new Uint8Array([0xff, 0x80, ...new TextEncoder().encode(` ${KEY} `), 0xfe]);
  expect([...(await stored(bytes))]).toEqual([
    0xff,
    0x80,
    ...new TextEncoder().encode(' [redacted:github-token] '),
    0xfe,
  ]);
});

test('bytes that are no text pass as they are', async () => {
  const bytes = new Uint8Array([...new TextEncoder().encode(`PNG\0 ${KEY} `), ...manyBytes(BLOCK_BYTES)]);
  const kept = await stored(bytes);
  expect(kept.length === bytes.length && kept.every((byte, i) => byte === bytes[i])).toBe(true);
});

test('a secret is found wherever blocks end', async () => {
  for (const secret of [KEY, PRIVATE]) {
    for (const before of [0, 1, secret.length >> 1, secret.length - 1, secret.length, 12_500, 12_501]) {
      const text = `${'log line\n'.repeat(40_000).slice(0, BLOCK_BYTES - before - 1)}\n${secret}\n${'x y '.repeat(80_000)}`;
      const kept = textOf(await stored(text));
      expect(kept === redactSecrets(text)).toBe(true);
      expect(kept).not.toContain(secret.slice(-30));
    }
  }
});

test('a secret behind an escape is found wherever blocks end', async () => {
  for (const ahead of [12_499, 12_500, 12_501, 12_502, 12_505]) {
    const text = `{"text":"${'x '.repeat(BLOCK_BYTES)}`.slice(0, BLOCK_BYTES - ahead);
    const secret = `\\u001b[32m${KEY}\\n${KEY}\\n${'y z '.repeat(80_000)}"}`;
    expect(textOf(await stored(`${text}${secret}`))).not.toContain('ghp_');
  }
});

test('a text of one word, however long, comes to an end', async () => {
  const text = `${'a'.repeat(BLOCK_BYTES * 9)} ${KEY}`;
  expect((await stored(text)).length).toBe(redactSecrets(text).length);
});

test('what is stored does not depend on the chunks, whatever the text', async () => {
  const part = fc.constantFrom(
    KEY,
    PRIVATE,
    `AKIA${'A7'.repeat(8)}`,
    `sk-ant-${'a'.repeat(250)}`,
    `eyJ${'a'.repeat(1900)}.eyJ${'b'.repeat(3900)}.${'c'.repeat(1900)}`,
    '-----BEGIN PRIVATE KEY-----',
    'word ',
    '\n',
    'x'.repeat(5000),
    'a b '.repeat(20_000),
    'ä',
    '-',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(part, { maxLength: 30 }), async (parts) => {
      expect(textOf(await stored(parts)) === redactSecrets(parts.join(''))).toBe(true);
    }),
    { numRuns: 60, seed: 4 },
  );
});

import { expect, test } from 'vitest';
import type { ArtifactInfo } from '../../../src/artifacts/artifact-store.ts';
import { manyBytes } from '../../contract/artifact-store.ts';
import { inWorkerd } from './in-workerd.ts';

test('on workerd a streamed body goes into R2 in parts, and ranges come back', async () => {
  const miniflare = await inWorkerd('r2-worker.ts');
  const body = manyBytes(17 * 1024 * 1024 + 5);
  const put = await miniflare.dispatchFetch('http://worker.example/', { method: 'POST', body });
  const info = (await put.json()) as ArtifactInfo;
  expect(info.bytes).toBe(body.length);
  for (const [offset, length] of [
    [0, 10],
    [5 * 1024 * 1024 - 5, 10],
    [body.length - 1_000_000, 2_000_000],
  ] as const) {
    const got = await miniflare.dispatchFetch(
      `http://worker.example/?ref=${encodeURIComponent(info.ref)}&offset=${offset}&length=${length}`,
    );
    expect(Buffer.compare(Buffer.from(await got.arrayBuffer()), body.subarray(offset, offset + length))).toBe(0);
  }
});

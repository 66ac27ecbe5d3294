import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { Miniflare } from 'miniflare';
import { expect, onTestFinished, test } from 'vitest';
import type { ArtifactInfo } from '../../../src/artifacts/artifact-store.ts';
import { manyBytes } from '../../contract/artifact-store.ts';

test('on workerd a streamed body goes into R2 in parts, and ranges come back', async () => {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('r2-worker.ts', import.meta.url))],
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    write: false,
  });
  const miniflare = new Miniflare({
    modules: [{ type: 'ESModule', path: 'worker.js', contents: outputFiles[0]?.text ?? '' }],
    compatibilityDate: '2026-07-15',
    d1Databases: ['DB'],
    r2Buckets: ['ARTIFACTS'],
  });
  onTestFinished(() => miniflare.dispose());
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

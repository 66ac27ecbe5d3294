import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { Miniflare } from 'miniflare';
import { expect, onTestFinished, test } from 'vitest';

test('on workerd records are written after their request has been answered, by what waitUntil keeps alive', async () => {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('ledger-worker.ts', import.meta.url))],
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    write: false,
  });
  const miniflare = new Miniflare({
    modules: [{ type: 'ESModule', path: 'worker.js', contents: outputFiles[0]?.text ?? '' }],
    compatibilityDate: '2026-07-15',
    d1Databases: ['DB'],
  });
  onTestFinished(() => miniflare.dispose());
  const ask = async (path: string): Promise<string> =>
    (await miniflare.dispatchFetch(`http://worker.example${path}`)).text();
  await ask('/migrate');
  await Promise.all(Array.from({ length: 20 }, () => ask('/record')));
  const first = JSON.parse(await ask('/read')) as { batches: number };
  expect(first).toMatchObject({ requests: 20, counters: { written: 20, dropped: 0, waiting: 0, failures: 0 } });
  await ask('/record');
  expect(JSON.parse(await ask('/read'))).toMatchObject({ requests: 21, batches: first.batches + 1 });
});

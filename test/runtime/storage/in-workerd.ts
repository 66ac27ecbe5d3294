import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { Miniflare } from 'miniflare';
import { onTestFinished } from 'vitest';

/** Bundles a worker of this folder and runs it in workerd, with a D1 and an R2, until the test has finished. */
export async function inWorkerd(name: string): Promise<Miniflare> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(name, import.meta.url))],
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
  return miniflare;
}

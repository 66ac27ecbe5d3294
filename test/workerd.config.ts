import { fileURLToPath } from 'node:url';
import { cloudflareTest } from '@cloudflare/vitest-pool-workers';
import { defineConfig, type ViteUserConfig } from 'vitest/config';

/** Runs the core's and the worker's tests inside workerd itself. */
const config: ViteUserConfig = defineConfig({
  // Here the pool finds Vitest.
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [cloudflareTest({ miniflare: { compatibilityDate: '2026-07-15' } })],
  test: {
    // The pool does not find the files of an ES module that are named without their ending.
    deps: { optimizer: { ssr: { enabled: true, include: ['@opentelemetry/api'] } } },
    include: ['core/**/*.test.ts', 'worker/**/*.test.ts'],
    // They register an SDK, which the Worker on Cloudflare has none of, and which the pool cannot load.
    exclude: ['**/node_modules/**', 'core/base/tracing/{open-telemetry,traced-fetch}.test.ts'],
    setupFiles: ['support/tokenizer-ready.ts'],
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // An isolate for each file loads all of the core eighty times, and takes four times as long. No test sets what a module holds.
    isolate: false,
  },
});

export default config;

import { fileURLToPath } from 'node:url';
import { cloudflareTest } from '@cloudflare/vitest-pool-workers';
import { defineConfig, type ViteUserConfig } from 'vitest/config';

/** Runs the core's and the worker's tests inside workerd itself. */
const config: ViteUserConfig = defineConfig({
  // The pool looks for Vitest from here.
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [cloudflareTest({ miniflare: { compatibilityDate: '2026-07-15' } })],
  test: {
    // The pool cannot resolve imports without file extensions in an ES module.
    deps: { optimizer: { ssr: { enabled: true, include: ['@opentelemetry/api'] } } },
    include: ['core/**/*.test.ts', 'worker/**/*.test.ts'],
    // These tests register an SDK, which the Worker on Cloudflare does not contain, and which the pool cannot load.
    exclude: ['**/node_modules/**', 'core/base/tracing/{open-telemetry,traced-fetch}.test.ts'],
    setupFiles: ['support/tokenizer-ready.ts'],
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // With an isolate for each file, the whole core would load eighty times, which takes four times as long. No test
    // changes a module's state.
    isolate: false,
  },
});

export default config;

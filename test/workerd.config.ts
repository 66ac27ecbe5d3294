import { fileURLToPath } from 'node:url';
import { cloudflareTest } from '@cloudflare/vitest-pool-workers';
import { defineConfig, type ViteUserConfig } from 'vitest/config';
import { CAN_DIFFER } from './suites/can-differ.ts';

/** Runs the core's and the worker's tests that can differ there inside workerd itself. D1 and R2 are tested from Node. */
const config: ViteUserConfig = defineConfig({
  // The pool looks for Vitest from here.
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [cloudflareTest({ miniflare: { compatibilityDate: '2026-07-15' } })],
  test: {
    // The pool cannot resolve imports without file extensions in an ES module.
    deps: { optimizer: { ssr: { enabled: true, include: ['@opentelemetry/api'] } } },
    include: Object.keys(CAN_DIFFER),
    setupFiles: ['support/tokenizer-ready.ts'],
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // With an isolate for each file, the core would load again for each. No test changes a module's state.
    isolate: false,
  },
});

export default config;

import { fileURLToPath } from 'node:url';
import { defineConfig, type ViteUserConfig } from 'vitest/config';

/**
 * The suites that run on Node, and all of them on Deno; workerd has workerd.config.ts, real hosts have
 * clients/vitest.config.ts.
 * Files share modules: loading them anew for each file takes twice the time, and no test sets what a module holds.
 */
const config: ViteUserConfig = defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'test/**/*.long.test.ts'],
    setupFiles: ['test/support/own-globals.ts', 'test/support/deno-threads.ts', 'test/support/ripgrep-on-path.ts'],
    isolate: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});

export default config;

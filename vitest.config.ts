import { defineConfig, type ViteUserConfig } from 'vitest/config';

/**
 * The suites that run on Node, and all of them on Deno; workerd has test/workerd.config.ts, real hosts test/clients.
 * Files share modules: loading them anew for each file takes twice the time, and no test sets what a module holds.
 */
const config: ViteUserConfig = defineConfig({
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

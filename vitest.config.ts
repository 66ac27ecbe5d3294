import { defineConfig, type ViteUserConfig } from 'vitest/config';

/** The suites of Node and Deno; workerd's are in test/workerd.config.ts, real clients in test/clients. */
const config: ViteUserConfig = defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/support/deno-threads.ts', 'test/support/ripgrep-on-path.ts'],
    testTimeout: 30_000,
    // By itself Vitest leaves a core free, which on two cores doubles the time.
    maxWorkers: 2,
  },
});

export default config;

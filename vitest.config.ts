import { defineConfig, type ViteUserConfig } from 'vitest/config';

/** What needs no modules of its own: to load them anew for each file takes twice the time. */
const SHARED = ['test/core/**/*.test.ts', 'test/worker/**/*.test.ts', 'test/launcher/**/*.test.ts'];

/**
 * The suites of Node and Deno; workerd's are in test/workerd.config.ts, real clients in test/clients. How many workers is
 * said by the scripts: by itself Vitest leaves a core free, which on two cores doubles the time; many tests wait for
 * others to end, so that three have work for two.
 */
const config: ViteUserConfig = defineConfig({
  test: {
    setupFiles: ['test/support/deno-threads.ts', 'test/support/ripgrep-on-path.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    projects: [
      { extends: true, test: { name: 'shared', include: SHARED, isolate: false } },
      {
        extends: true,
        test: { name: 'apart', include: ['test/**/*.test.ts'], exclude: [...SHARED, '**/node_modules/**'] },
      },
    ],
  },
});

export default config;

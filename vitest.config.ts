import { defineConfig, type ViteUserConfig } from 'vitest/config';

/** What starts nothing and leaves nothing behind: to load its modules anew for each file takes twice the time. */
const PURE = [
  'test/core/**/*.test.ts',
  'test/worker/**/*.test.ts',
  'test/launcher/gateway/{catalog,config}/**/*.test.ts',
];

/**
 * The suites of Node and Deno; workerd's are in test/workerd.config.ts, real clients in test/clients. How many workers is
 * said by the scripts: by itself Vitest leaves a core free, which on two cores doubles the time.
 */
const config: ViteUserConfig = defineConfig({
  test: {
    setupFiles: ['test/support/deno-threads.ts', 'test/support/ripgrep-on-path.ts'],
    testTimeout: 30_000,
    projects: [
      { extends: true, test: { name: 'pure', include: PURE, isolate: false } },
      {
        extends: true,
        test: { name: 'whole', include: ['test/**/*.test.ts'], exclude: [...PURE, '**/node_modules/**'] },
      },
    ],
  },
});

export default config;

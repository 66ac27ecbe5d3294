import { fileURLToPath } from 'node:url';
import { defineConfig, type ViteUserConfig } from 'vitest/config';

/**
 * Suites that run on Node. All of them also run on Deno; workerd has workerd.config.ts, and real hosts have
 * clients/vitest.config.ts. Test files share modules, because loading them again for each file doubles the time, and no
 * test changes a module's state.
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

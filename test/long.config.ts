import { fileURLToPath } from 'node:url';
import { defineConfig, type ViteUserConfig } from 'vitest/config';

/**
 * Tests that read gigabytes, start a thousand processes, kill processes many times, or wait for ten seconds. Runs one
 * file after the other.
 */
const config: ViteUserConfig = defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: ['test/**/*.long.test.ts'],
    setupFiles: ['test/support/ripgrep-on-path.ts'],
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});

export default config;

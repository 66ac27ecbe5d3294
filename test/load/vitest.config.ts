import { fileURLToPath } from 'node:url';
import { defineConfig, type ViteUserConfig } from 'vitest/config';

/**
 * Tests real workers under load, one file after the other, because nothing else may disturb them. Prints times, but
 * sets no limits on them.
 */
const config: ViteUserConfig = defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: { include: ['test/load/*.load.ts'], fileParallelism: false, testTimeout: 120_000, hookTimeout: 120_000 },
});

export default config;

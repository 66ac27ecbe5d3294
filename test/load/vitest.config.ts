import { fileURLToPath } from 'node:url';
import { defineConfig, type ViteUserConfig } from 'vitest/config';

/** Real workers under load, which nothing else may disturb: one file after the other. Prints times, and bounds none. */
const config: ViteUserConfig = defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: { include: ['test/load/*.load.ts'], fileParallelism: false, testTimeout: 120_000, hookTimeout: 120_000 },
});

export default config;

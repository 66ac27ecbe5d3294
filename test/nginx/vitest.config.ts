import { fileURLToPath } from 'node:url';
import { defineConfig, type ViteUserConfig } from 'vitest/config';

/** Tests the worker behind a real nginx with the docs' configuration. */
const config: ViteUserConfig = defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: { include: ['test/nginx/*.nginx.ts'], testTimeout: 60_000, hookTimeout: 60_000 },
});

export default config;

import { fileURLToPath } from 'node:url';
import { defineConfig, type ViteUserConfig } from 'vitest/config';

/** Runs real MCP clients against the built server; `pnpm test:clients` installs them and builds it. */
const config: ViteUserConfig = defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: { include: ['test/clients/*.client.ts'], testTimeout: 120_000 },
});

export default config;

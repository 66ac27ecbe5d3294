import { fileURLToPath } from 'node:url';
import { defineConfig, type ViteUserConfig } from 'vitest/config';

/** Tests the dashboard's pages in real Chromium. CHROMIUM may name a program other than /usr/bin/chromium. */
const config: ViteUserConfig = defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: { include: ['test/browser/*.browser.ts'], testTimeout: 180_000, hookTimeout: 60_000 },
});

export default config;

import { defineConfig, mergeConfig, type ViteUserConfig } from 'vitest/config';
import base from '../vitest.config.ts';

/**
 * Suites of nothing but processes that they start, each on the runtimes that it names, so that it makes no difference
 * which runtime the suite itself is on. CI has them on Deno too, in threads.
 */
const STARTED = [
  'test/runtime/{bundle,cloudflare,ended,node,prune-endpoint,team-artifacts,team-worker}.test.ts',
  'test/runtime/artifacts/killed.test.ts',
  'test/launcher/{client-dies,gateway-over-http,gateway-over-stdio,killed-while-storing,modern-over-stdio,shared-gateway,stdio-server}.test.ts',
  'test/launcher/cli/{cli,mcp/test}.test.ts',
  'test/launcher/context/context-launcher.test.ts',
  'test/launcher/gateway/verbatim.test.ts',
];

/** What the test command runs on Deno. */
const config: ViteUserConfig = mergeConfig(base, defineConfig({}));
for (const project of config.test?.projects ?? []) {
  if (typeof project !== 'object' || !('test' in project)) continue;
  project.test = { ...project.test, exclude: [...(project.test?.exclude ?? []), ...STARTED, '**/node_modules/**'] };
}

export default config;

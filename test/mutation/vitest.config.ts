import { defineConfig, type ViteUserConfig } from 'vitest/config';
import base from '../vitest.config.ts';
import { AREAS } from './areas.ts';
import { SOURCE_VARIABLE } from './source-variable.ts';

const area = AREAS.find(({ source }) => source === process.env[SOURCE_VARIABLE]);

/**
 * Runs the tests of one area without projects. Modules are loaded again for each file, because the source is mutated.
 */
const config: ViteUserConfig = defineConfig({
  test: {
    setupFiles: base.test?.setupFiles ?? [],
    testTimeout: base.test?.testTimeout ?? 0,
    include: [...(area?.tests ?? [])],
  },
});

export default config;

import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';
import ranks from 'gpt-tokenizer/bpeRanks/o200k_base';
import { packRanks } from './pack-ranks.ts';

const UNPACK = fileURLToPath(new URL('unpack-ranks.ts', import.meta.url));

/**
 * Replaces gpt-tokenizer's own table by the packed one, because the original alone exceeds a Worker's size limit. The
 * tokenizer is imported dynamically, so the table is unpacked at the first count.
 */
export const packedTokenizer: Plugin = {
  name: 'packed-tokenizer',
  setup(build) {
    build.onLoad({ filter: /gpt-tokenizer[\\/]esm[\\/]bpeRanks[\\/]o200k_base\.js$/ }, () => ({
      contents: `import { unpackRanks } from ${JSON.stringify(UNPACK)};\nexport default unpackRanks('${packRanks(ranks)}');`,
      resolveDir: fileURLToPath(new URL('.', import.meta.url)),
    }));
  },
};

import { dirname, join, relative } from 'node:path';
import type { Plugin } from 'esbuild';

/** Where the tokenizer is built to, relative to `dist`. */
export const TOKENIZER_FILE = 'tokenizer.js';

const PLACEHOLDER = 'mcp-pruner:tokenizer';

/** Leaves the tokenizer outside. `withTokenizer` tells each file where it is, once it is known where the file stands. */
export const sharedTokenizer: Plugin = {
  name: 'shared-tokenizer',
  setup(build) {
    build.onResolve({ filter: /^gpt-tokenizer\/encoding\/o200k_base$/ }, () => ({ path: PLACEHOLDER, external: true }));
  },
};

/** A built file that finds the tokenizer; `folder` is the one that it lies in. */
export function withTokenizer(text: string, file: string, folder: string): string {
  const path = relative(dirname(file), join(folder, TOKENIZER_FILE));
  return text.replaceAll(`"${PLACEHOLDER}"`, `"${path.startsWith('.') ? path : `./${path}`}"`);
}

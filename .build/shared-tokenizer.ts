import { dirname, join, relative } from 'node:path';
import type { Plugin } from 'esbuild';

/** Path of the built tokenizer, relative to `dist`. */
export const TOKENIZER_FILE = 'tokenizer.js';

const PLACEHOLDER = 'mcp-pruner:tokenizer';

/**
 * Keeps the tokenizer external, with a placeholder as its path. `withTokenizer` replaces the placeholder once the place
 * of each file is known.
 */
export const sharedTokenizer: Plugin = {
  name: 'shared-tokenizer',
  setup(build) {
    build.onResolve({ filter: /^gpt-tokenizer\/encoding\/o200k_base$/ }, () => ({ path: PLACEHOLDER, external: true }));
  },
};

/** Returns the text of a built file with the path of the tokenizer, which is in `folder`. */
export function withTokenizer(text: string, file: string, folder: string): string {
  const path = relative(dirname(file), join(folder, TOKENIZER_FILE));
  return text.replaceAll(`"${PLACEHOLDER}"`, `"${path.startsWith('.') ? path : `./${path}`}"`);
}

import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';

const OURS = fileURLToPath(new URL('../package.json', import.meta.url));

/** Takes the version alone of our package.json, which is all that is asked of it. */
export const versionAlone: Plugin = {
  name: 'version-alone',
  setup(build) {
    build.onLoad({ filter: /[/\\]package\.json$/ }, async ({ path }) => {
      if (path !== OURS) return undefined;
      const { version } = JSON.parse(await readFile(path, 'utf8')) as { readonly version: string };
      return { contents: JSON.stringify({ version }), loader: 'json' };
    });
  },
};

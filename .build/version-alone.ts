import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';

const OURS = fileURLToPath(new URL('../package.json', import.meta.url));

/** Bundles only the version of our package.json, because the code reads nothing else of it. */
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

import type { Plugin } from 'esbuild';

const NAMESPACE = 'builtin';

/**
 * Loads each of Node's own modules when the first of our modules that needs it runs. All imports of an ES module load
 * before its first line. So the bundle would load `node:http` (35 ms, more than Node's own start) to answer
 * `initialize`. Needs a `require` in the banner.
 */
export const builtinsOnUse: Plugin = {
  name: 'builtins-on-use',
  setup(build) {
    build.onResolve({ filter: /^node:/ }, ({ path, namespace, kind }) =>
      namespace === NAMESPACE || kind === 'dynamic-import' ? { path, external: true } : { path, namespace: NAMESPACE },
    );
    build.onLoad({ filter: /.*/, namespace: NAMESPACE }, ({ path }) => ({
      contents: `module.exports = require(${JSON.stringify(path)});`,
    }));
  },
};

import type { Plugin } from 'esbuild';

const NAMESPACE = 'builtin';

/**
 * Lets each of Node's own modules load when the first module of ours that needs it runs. An ES module's imports all load
 * before its first line, so that one file would pay for `node:http` (35 ms, more than Node's own start) to answer
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

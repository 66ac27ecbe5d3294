import type { BuildOptions } from 'esbuild';
import { TOOL_NAMES } from '../launcher/tools/catalog.ts';
import { builtinsOnUse } from './builtins-on-use.ts';
import type { Merged } from './merge-parts.ts';
import { packedTokenizer } from './packed-tokenizer.ts';
import { sharedTokenizer, TOKENIZER_FILE } from './shared-tokenizer.ts';
import { versionAlone } from './version-alone.ts';

const COMMON = {
  bundle: true,
  format: 'esm',
  charset: 'utf8',
  legalComments: 'none',
  logLevel: 'warning',
} as const satisfies BuildOptions;

/** An entry, its options and its output. */
export interface Target {
  readonly entry: string;
  /** Modules that are started as separate processes or threads, by the name of their built file. */
  readonly processes?: Readonly<Record<string, string>>;
  /** The same in CommonJS, by the name of the built file without `.cjs`. */
  readonly scripts?: Readonly<Record<string, string>>;
  /** Source that is built separately with its dependencies, so that a bundler can leave out the rest. */
  readonly apart?: string;
  /** Groups of parts to merge. */
  readonly merged?: readonly Merged[];
  readonly options: BuildOptions & ({ readonly outfile: string } | { readonly outdir: string });
}

/** Optional dependency, with its own program. */
const RIPGREP = '@vscode/ripgrep';
/**
 * Left out to save 60 kB: the MCP SDK only loads it for signed requests (DPoP, `private_key_jwt`), which the gateway
 * does not send.
 */
const JOSE = 'jose';

// Code that calls `require` for Node's own modules gets this function, because an ES module has no `require`. It avoids
// loading `node:module`.
const REQUIRE = 'const require = process.getBuiltinModule;';

const LIBRARY = {
  ...COMMON,
  ...{ platform: 'neutral', target: 'es2023', mainFields: ['module', 'main'], conditions: ['module'] },
  // Names are kept, because stack traces show them.
  ...{ minifyWhitespace: true, minifySyntax: true },
  plugins: [sharedTokenizer, versionAlone],
} as const satisfies BuildOptions;

/**
 * A module for programs on any runtime. It bundles its dependencies, so that users need not install packages that the
 * bin already contains.
 */
const library = (entry: string, outfile: string): Target => ({
  entry,
  options: { ...LIBRARY, outfile },
});

/** Folder of the parts of the bin that load on use. */
export const BIN_PARTS = 'bin';

/**
 * The bin, split into parts. The JavaScript engine takes 20 ms to scan all of it, and half of that is the worker, which
 * only `serve` needs. With parts, a start only reads the code that it runs.
 */
export const BIN: Target = {
  entry: 'launcher/main.ts',
  merged: [
    { into: 'index.js', sources: ['launcher/main.ts', 'launcher/cli/stdio-command.ts'] },
    {
      into: `${BIN_PARTS}/hosts.js`,
      sources: ['launcher/hosts/hosts.ts', 'launcher/server/client-view.ts'],
    },
    {
      into: `${BIN_PARTS}/tools.js`,
      sources: [
        'src/tools/call/call-tool.ts',
        'launcher/tools/calls/own-tool.ts',
        'src/tools/call/shared-as-tool.ts',
        'launcher/server/session-definitions.ts',
        'launcher/server/check-list-params.ts',
        'src/mcp/shown-text.ts',
        'launcher/tools/artifact.ts',
        ...TOOL_NAMES.map((name) => `launcher/tools/${name}/definition.ts`),
      ],
    },
  ],
  processes: {
    [`${BIN_PARTS}/ledger-process`]: 'launcher/savings/ledger-process.ts',
    [`${BIN_PARTS}/record-thread`]: 'launcher/tools/context/record-thread.ts',
    [`${BIN_PARTS}/sqlite-reader-thread`]: 'worker/runtime/sqlite-reader-thread.ts',
    [`${BIN_PARTS}/mcp-pruner-opencode`]: 'launcher/hosts/opencode/plugin.ts',
  },
  // An agent waits for each hook process. CommonJS starts in 49 ms and an ES module in 52, of which Node itself takes
  // 45.
  scripts: { [`${BIN_PARTS}/hook`]: 'launcher/hooks/process/hook-process.ts' },
  options: {
    ...COMMON,
    platform: 'node',
    // The UMD build of jsonc-parser loads its parts in a way that bundlers cannot follow.
    mainFields: ['module', 'main'],
    target: 'node20.19',
    minify: true,
    // ASCII halves the bytes that the JavaScript engine has to scan.
    charset: 'ascii',
    external: [RIPGREP, JOSE],
    plugins: [builtinsOnUse, sharedTokenizer, versionAlone],
    banner: { js: REQUIRE },
    splitting: true,
    outdir: 'dist',
    chunkNames: `${BIN_PARTS}/[name]-[hash]`,
  },
};

/** The tokenizer: loaded on use, and shared by all targets for Node and Deno. */
export const TOKENIZER: Target = {
  entry: '.build/tokenizer.ts',
  options: {
    ...COMMON,
    ...{ platform: 'neutral', mainFields: ['module', 'main'], target: 'es2023', minify: true },
    plugins: [packedTokenizer],
    outfile: `dist/${TOKENIZER_FILE}`,
  },
};

/** Folder of the parts of the core. */
export const CORE_PARTS = 'core';

/** The core: `@jeeves/mcp-pruner`. Its entry module only re-exports from its parts. */
export const CORE: Target = {
  entry: 'src/index.ts',
  apart: 'src/engine/embedded.ts',
  options: { ...LIBRARY, splitting: true, outdir: 'dist', chunkNames: `${CORE_PARTS}/[name]-[hash]` },
};

/** `@jeeves/mcp-pruner/worker`. */
export const WORKER: Target = library('worker/index.ts', 'dist/worker.js');

/** `@jeeves/mcp-pruner/client`: types, and Hono's client. */
export const CLIENT: Target = library('worker/client.ts', 'dist/client.js');

/** `@jeeves/mcp-pruner/runner`: for programs that run agents, on Node. */
export const RUNNER: Target = {
  entry: 'launcher/runner/index.ts',
  options: { ...COMMON, platform: 'node', target: 'node20.19', packages: 'external', outfile: 'dist/runner.js' },
};

/** The Worker for Cloudflare: a single module, under 1.2 MB gzipped. */
export const CLOUDFLARE: Target = {
  entry: 'worker/cloudflare.ts',
  options: {
    ...COMMON,
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['workerd', 'worker', 'browser'],
    target: 'es2023',
    minify: true,
    plugins: [packedTokenizer, versionAlone],
    outfile: 'dist/cloudflare.js',
  },
};

/** Folder of the Claude Code plugin, which is committed, and its module in it. */
export const CLAUDE_PLUGIN = 'plugins/claude-code';
export const CLAUDE_MOD_FILE = 'hooks/pruner.mjs';

/**
 * The mod of Claude Code. The host reads its source, in which only the engine may be called `$`, so names are kept.
 */
export const CLAUDE_MOD: Target = {
  entry: 'launcher/hosts/claude-code/mod/register.ts',
  options: {
    ...COMMON,
    ...{ platform: 'neutral', target: 'es2023', minifyWhitespace: true, minifySyntax: true, charset: 'ascii' },
    outfile: `${CLAUDE_PLUGIN}/${CLAUDE_MOD_FILE}`,
  },
};

/** All targets by the name used on the command line. */
export const TARGETS: Readonly<Record<string, Target>> = {
  tokenizer: TOKENIZER,
  bin: BIN,
  core: CORE,
  worker: WORKER,
  client: CLIENT,
  runner: RUNNER,
  cloudflare: CLOUDFLARE,
  'claude-mod': CLAUDE_MOD,
};

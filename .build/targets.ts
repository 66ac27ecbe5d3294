import type { BuildOptions } from 'esbuild';
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

/** What is built from what. */
export interface Target {
  readonly entry: string;
  /** Modules that are started as processes or threads of their own, by the name that they are built to. */
  readonly processes?: Readonly<Record<string, string>>;
  /** Such modules in CommonJS, by the name that they are built to, with `.cjs` behind it. */
  readonly scripts?: Readonly<Record<string, string>>;
  /** Source that stands apart with all that it needs, so that a bundler can leave out the rest. */
  readonly apart?: string;
  /** Parts that are put together. */
  readonly merged?: readonly Merged[];
  readonly options: BuildOptions & ({ readonly outfile: string } | { readonly outdir: string });
}

/** Optional: it brings a program of its own. */
const RIPGREP = '@vscode/ripgrep';
/** The MCP SDK loads it for signed requests (DPoP, `private_key_jwt`), which the gateway has none of: 60 kB. */
const JOSE = 'jose';

// What asks for Node's own modules by `require`, which an ES module has not, gets them without loading `node:module`.
const REQUIRE = 'const require = process.getBuiltinModule;';

const LIBRARY = {
  ...COMMON,
  ...{ platform: 'neutral', target: 'es2023', mainFields: ['module', 'main'], conditions: ['module'] },
  // Names stay: they are what stack traces tell.
  ...{ minifyWhitespace: true, minifySyntax: true },
  plugins: [sharedTokenizer, versionAlone],
} as const satisfies BuildOptions;

/** A module for programs on any runtime. It needs no package beside it, so that nobody installs what the bin has already. */
const library = (entry: string, outfile: string): Target => ({
  entry,
  options: { ...LIBRARY, outfile },
});

/** Where the parts of the bin go that load on use. */
export const BIN_PARTS = 'bin';

/**
 * The bin, in parts: the engine takes 20 ms to scan all of it, and half is the worker, which `serve` alone needs. A start
 * reads what it runs.
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
        'launcher/tools/catalog.ts',
      ],
    },
  ],
  processes: {
    [`${BIN_PARTS}/ledger-process`]: 'launcher/savings/ledger-process.ts',
    [`${BIN_PARTS}/record-thread`]: 'launcher/tools/context/record-thread.ts',
    [`${BIN_PARTS}/sqlite-reader-thread`]: 'worker/runtime/sqlite-reader-thread.ts',
    [`${BIN_PARTS}/mcp-pruner-opencode`]: 'launcher/hosts/opencode/plugin.ts',
  },
  // An agent waits for each: CommonJS starts in 49 ms where an ES module takes 52, of which Node alone takes 45.
  scripts: { [`${BIN_PARTS}/hook`]: 'launcher/hooks/process/hook-process.ts' },
  options: {
    ...COMMON,
    platform: 'node',
    // The UMD form of jsonc-parser loads its parts in a way that no bundler follows.
    mainFields: ['module', 'main'],
    target: 'node20.19',
    minify: true,
    // Latin letters alone are half the bytes for the engine to scan.
    charset: 'ascii',
    external: [RIPGREP, JOSE],
    plugins: [builtinsOnUse, sharedTokenizer, versionAlone],
    banner: { js: REQUIRE },
    splitting: true,
    outdir: 'dist',
    chunkNames: `${BIN_PARTS}/[name]-[hash]`,
  },
};

/** The tokenizer: loaded on use, and shared by all that run on Node or Deno. */
export const TOKENIZER: Target = {
  entry: '.build/tokenizer.ts',
  options: {
    ...COMMON,
    ...{ platform: 'neutral', mainFields: ['module', 'main'], target: 'es2023', minify: true },
    plugins: [packedTokenizer],
    outfile: `dist/${TOKENIZER_FILE}`,
  },
};

/** Where the parts of the core go. */
export const CORE_PARTS = 'core';

/** The core: `@jeeves/mcp-pruner`. Its module only names what its parts have. */
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

/** The Worker: one module with everything in it, under 1 MB gzipped. */
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

/** Every target by the name it is asked for. */
export const TARGETS: Readonly<Record<string, Target>> = {
  tokenizer: TOKENIZER,
  bin: BIN,
  core: CORE,
  worker: WORKER,
  client: CLIENT,
  runner: RUNNER,
  cloudflare: CLOUDFLARE,
};

import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import { toCommand } from '../../../../launcher/cli/commands.ts';
import { runInit } from '../../../../launcher/cli/init/init-command.ts';
import type { ListHosts } from '../../../../launcher/cli/init/list-hosts.ts';
import { parseArguments } from '../../../../launcher/cli/parse-arguments.ts';
import type { TryLauncher } from '../../../../launcher/cli/try-launcher.ts';
import type { Launch } from '../../../../launcher/hosts/launch.ts';
import { tempDir } from '../../../support/temp-dir.ts';

/** Result of a trial start of the server. */
export const WORKS: Awaited<ReturnType<TryLauncher>> = {
  ok: true,
  ms: 12,
  tokens: { before: 1000, after: 100 },
  cost: { tools: 1400, instructions: 90, names: ['read'] },
  engine: 'embedded',
  reason: undefined,
};

interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Machine {
  readonly home: string;
  readonly cwd: string;
  /** A folder on PATH. */
  readonly bin: string;
  /** Launches that were tried. */
  readonly started: Launch[];
  /** Returns what the running `init` has printed so far. */
  printed(): string;
  init(...args: string[]): Promise<Ran>;
  /** The same in a folder other than the project's. */
  initIn(folder: string, ...args: string[]): Promise<Ran>;
  write(file: string, content: string): string;
}

interface MachineOptions {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly tryLauncher?: TryLauncher;
  /** Default: every host lists the server. */
  readonly listHosts?: ListHosts;
  readonly entry?: string;
  /** Version of the Claude Code on PATH; undefined if there is none. */
  readonly claude?: string | undefined;
  /** Version of the Gemini CLI on PATH; undefined if there is none. */
  readonly gemini?: string | undefined;
  /** Default true. */
  readonly sqlite?: boolean;
}

/** Creates a user's empty folders, and an `init` that does not really start the server. */
export function machine({
  env = {},
  tryLauncher,
  listHosts = async () => [],
  entry = '/opt/mcp-pruner/dist/index.js',
  claude,
  gemini,
  sqlite = true,
}: MachineOptions = {}): Machine {
  const home = tempDir();
  const cwd = path.join(home, 'project');
  mkdirSync(cwd);
  // Outside the home folder, because tests compare that folder's files.
  const bin = tempDir();
  const program = (name: string, version: string): void => {
    const script = `#!/bin/sh\n[ "$*" = --version ] && echo "${version}"\n`;
    writeFileSync(path.join(bin, name), script, { mode: 0o755 });
  };
  if (claude !== undefined) program('claude', `${claude} (Claude Code)`);
  if (gemini !== undefined) program('gemini', gemini);
  const started: Launch[] = [];
  let printed = '';
  const edges = {
    listHosts,
    hasSqlite: () => sqlite,
    launch: () => ({ command: '/opt/node', args: [entry], env: {} }),
    tryLauncher: (async (launch, options) => {
      started.push(launch);
      return tryLauncher?.(launch, options) ?? WORKS;
    }) satisfies TryLauncher,
  };
  const initIn = async (folder: string, ...args: readonly string[]): Promise<Ran> => {
    const [stdin, stdout, stderr] = [0, 1, 2].map(() => new PassThrough()) as unknown as [
      NodeJS.ReadStream,
      NodeJS.WriteStream,
      NodeJS.WriteStream,
    ];
    printed = '';
    stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
    const all = {
      HOME: home,
      PATH: bin,
      XDG_CONFIG_HOME: path.join(home, '.config'),
      MCP_PRUNER_HOME: path.join(home, 'ours'),
      ...env,
    };
    const stop = new AbortController().signal;
    const { given } = parseArguments(toCommand(['init']), args);
    const code = await runInit(
      { env: all, cwd: folder, stdin, stdout, stderr, version: '1.2.3', now: Date.now, stop },
      given,
      edges,
    );
    stdout.end();
    stderr.end();
    await finished(stdout);
    return { code, stdout: printed, stderr: await text(stderr as unknown as PassThrough) };
  };
  return {
    home,
    cwd,
    bin,
    started,
    printed: () => printed,
    init: (...args) => initIn(cwd, ...args),
    initIn,
    write(file, content) {
      const full = path.join(home, file);
      mkdirSync(path.dirname(full), { recursive: true });
      writeFileSync(full, content);
      return full;
    },
  };
}

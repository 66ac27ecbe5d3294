import { spawn } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import packageJson from '../../package.json' with { type: 'json' };
import testPackageJson from '../package.json' with { type: 'json' };
import { built } from '../runtime/built.ts';
import { NODE, ROOT } from '../runtime/started.ts';
import type { Figure } from './figure.ts';
import { callTool, discover, initialize, type McpSession, spawnServer } from './mcp-session.ts';
import { type Spread, shown, sideBySide, timing } from './side-by-side.ts';

/** The launcher, built from the sources as they are, once. */
const launcher = (): readonly string[] => [NODE, built('bin')];
const EMBEDDED = { PRUNER_URL: 'embedded' };

const plainServer = (folder: string): readonly string[] => [
  NODE,
  createRequire(import.meta.url).resolve('@modelcontextprotocol/server-filesystem/dist/index.js'),
  folder,
];

/** Runs a command to its end and returns its output. Throws if its exit code is not 0. */
async function run(command: readonly string[], cwd: string, env = process.env): Promise<Buffer> {
  const child = spawn(command[0] as string, command.slice(1), { cwd, env, stdio: ['ignore', 'pipe', 'ignore'] });
  const exited = new Promise<number | null>((resolve, reject) => child.once('close', resolve).once('error', reject));
  const [code, written] = await Promise.all([exited, buffer(child.stdout)]);
  if (code !== 0) throw new Error(`"${command.slice(0, 4).join(' ')}" exited with ${code}`);
  return written;
}

const ratio = (
  name: string,
  [what, ours]: [string, Spread],
  [than, other]: [string, Spread],
  goal: number,
): Figure => ({
  name,
  measured: ours.median / other.median,
  unit: 'times',
  goal,
  note: `${what} ${shown(ours)}, ${than} ${shown(other)}`,
});

const inMs = (name: string, time: Spread): Figure => ({ name, measured: time.median, unit: 'ms', note: shown(time) });

/** Runs for commands that take long, and have no goal or are far from it. */
const FEWER_RUNS = 11;

/**
 * Measures the time from the start to the answer to `initialize` or `server/discover`, against an empty Node program
 * and the plain file server.
 */
export async function* benchStart(): AsyncGenerator<Figure> {
  const started = async (
    command: readonly string[],
    env: Readonly<Record<string, string>>,
    ready: (session: McpSession) => Promise<unknown> = initialize,
  ): Promise<number> => {
    const from = performance.now();
    const session = spawnServer(command, env);
    await ready(session);
    const took = performance.now() - from;
    await session.close();
    return took;
  };
  const listed = async (session: McpSession): Promise<unknown> => {
    await initialize(session);
    return session.request('tools/list', {});
  };
  const node = (): Promise<number> => timing(() => run([NODE, '-e', '0'], ROOT));
  const ours = (): Promise<number> => started(launcher(), EMBEDDED);
  const first = await sideBySide({ node, ours });
  yield ratio('start, of `node -e 0`', ['ours', first.ours], ['node', first.node], 1.4);
  const second = await sideBySide({ node, ours: () => started(launcher(), EMBEDDED, discover) });
  yield ratio('start by `server/discover`, of `node -e 0`', ['ours', second.ours], ['node', second.node], 1.4);
  const third = await sideBySide({ ours, plain: () => started(plainServer(ROOT), {}) }, FEWER_RUNS);
  yield ratio('start, of server-filesystem', ['ours', third.ours], ['theirs', third.plain], 1);
  const { listing } = await sideBySide({ listing: () => started(launcher(), EMBEDDED, listed) }, FEWER_RUNS);
  yield inMs('start until `tools/list` is answered', listing);
}

/** Starts both servers in `folder`, and ends them after `measure`. */
async function* withServers(
  folder: string,
  measure: (ours: McpSession, plain: McpSession) => AsyncGenerator<Figure>,
): AsyncGenerator<Figure> {
  const sessions = [
    spawnServer(launcher(), { ...EMBEDDED, MCP_PRUNER_CWD: folder }),
    spawnServer(plainServer(folder), {}),
  ] as const;
  try {
    for (const session of sessions) await initialize(session);
    yield* measure(...sessions);
  } finally {
    for (const session of sessions) await session.close();
  }
}

const MEGABYTE = 1e6;
/** Runs for calls of about 10 ms, because a garbage collection can double their time. */
const MORE_RUNS = 81;
const QUESTION = 'Where is the limit of a question set?';
const LINE = '  const answer = await context.ask(question, { signal, limit: 4096 }); // and so on\n';

/** Compares `read` of 1 MB over MCP with the same file from the plain file server. */
export async function* benchRead(): AsyncGenerator<Figure> {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'mcp-pruner-bench-')));
  try {
    const file = path.join(folder, 'megabyte.ts');
    writeFileSync(file, LINE.repeat(Math.ceil(MEGABYTE / LINE.length)).slice(0, MEGABYTE));
    yield* withServers(folder, async function* (ours, plain): AsyncGenerator<Figure> {
      const times = await sideBySide(
        {
          ours: () => timing(() => callTool(ours, 'read', { file_path: file })),
          plain: () => timing(() => callTool(plain, 'read_text_file', { path: file })),
        },
        MORE_RUNS,
      );
      yield ratio('read of 1 MB, of server-filesystem', ['ours', times.ours], ['theirs', times.plain], 1.3);
      const { asked } = await sideBySide({
        asked: () => timing(() => callTool(ours, 'read', { file_path: file, context_focus_question: QUESTION })),
      });
      yield inMs('read of 1 MB with a question', asked);
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Has about 140 matches, so that their way through the server is measured too. */
const PATTERN = 'export declare class';
/**
 * Paths of the installed packages. For `node_modules` itself ripgrep finds nothing, because pnpm fills it with links
 * into a hidden folder.
 */
const PACKAGES: readonly string[] = [
  ...Object.keys(packageJson.devDependencies).map((name) => `node_modules/${name}`),
  ...Object.keys(testPackageJson.devDependencies).map((name) => `test/node_modules/${name}`),
].sort();

/** Compares `grep` over `node_modules` with `rg --json`: the same pattern, paths and ripgrep. */
export async function* benchGrep(): AsyncGenerator<Figure> {
  const { rgPath } = await import('@vscode/ripgrep');
  const search = { pattern: PATTERN, paths: PACKAGES, max_matches: 5000 };
  const PATH = [path.dirname(rgPath), process.env['PATH']].join(path.delimiter);
  const ours = spawnServer(launcher(), { ...EMBEDDED, MCP_PRUNER_CWD: ROOT, PATH });
  try {
    await initialize(ours);
    const times = await sideBySide({
      ours: () => timing(() => callTool(ours, 'grep', search)),
      rg: () => timing(() => run([rgPath, '--json', '--', PATTERN, ...PACKAGES], ROOT)),
    });
    yield ratio('grep over node_modules, of `rg --json`', ['ours', times.ours], ['rg', times.rg], 1.3);
  } finally {
    await ours.close();
  }
}

/** What each command does, so that its own time is that of a login shell. */
const COMMAND = 'echo started';
/** Numbers of commands at once, and how often each is measured. */
const AT_ONCE = [
  [16, FEWER_RUNS],
  [100, 3],
  [1000, 1],
] as const;

/** Compares `bash` with a login shell that runs the same command: one after another, and many at once. */
export async function* benchBash(): AsyncGenerator<Figure> {
  const folder = mkdtempSync(path.join(tmpdir(), 'mcp-pruner-bench-'));
  // An empty home, because a profile may take longer than all else.
  const ours = spawnServer(launcher(), { ...EMBEDDED, MCP_PRUNER_CWD: ROOT, HOME: folder });
  try {
    await initialize(ours);
    const call = (): Promise<void> => callTool(ours, 'bash', { command: COMMAND });
    const bare = (): Promise<Buffer> => run(['bash', '-lc', COMMAND], ROOT, { ...process.env, HOME: folder });
    const one = await sideBySide({ ours: () => timing(call), bare: () => timing(bare) });
    yield {
      name: 'bash, more than the bare command',
      measured: one.ours.median - one.bare.median,
      unit: 'ms',
      goal: 15,
      note: `ours ${shown(one.ours)}, bare ${shown(one.bare)}`,
    };
    for (const [count, runs] of AT_ONCE) {
      const all = (start: () => Promise<unknown>) => (): Promise<number> =>
        timing(() => Promise.all(Array.from({ length: count }, start)));
      const { ours: many, bare: plain } = await sideBySide({ ours: all(call), bare: all(bare) }, runs, 0);
      yield ratio(`bash, ${count} at once, of the bare commands`, ['ours', many], ['bare', plain], 1.3);
    }
  } finally {
    await ours.close();
    rmSync(folder, { recursive: true });
  }
}

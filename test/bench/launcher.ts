import { spawn } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import packageJson from '../../package.json' with { type: 'json' };
import { NODE, ROOT } from '../runtime/started.ts';
import type { Figure } from './figure.ts';
import { callTool, discover, initialize, type McpSession, spawnServer } from './mcp-session.ts';
import { sideBySide, timing } from './side-by-side.ts';

const OURS = [NODE, `${ROOT}dist/index.js`] as const;
const EMBEDDED = { PRUNER_URL: 'embedded' };

const plainServer = (folder: string): readonly string[] => [
  NODE,
  createRequire(import.meta.url).resolve('@modelcontextprotocol/server-filesystem/dist/index.js'),
  folder,
];

/** Runs a command to its end and reads all that it writes; throws where it exits with another code than 0. */
async function run(command: readonly string[], cwd: string): Promise<Buffer> {
  const child = spawn(command[0] as string, command.slice(1), { cwd, stdio: ['ignore', 'pipe', 'ignore'] });
  const exited = new Promise<number | null>((resolve, reject) => child.once('close', resolve).once('error', reject));
  const [code, written] = await Promise.all([exited, buffer(child.stdout)]);
  if (code !== 0) throw new Error(`"${command.slice(0, 4).join(' ')}" exited with ${code}`);
  return written;
}

const ms = (time: number): string => `${time.toFixed(1)} ms`;
const ratio = (
  name: string,
  [what, ours]: [string, number],
  [than, other]: [string, number],
  bound: number,
): Figure => ({
  name,
  measured: ours / other,
  unit: 'times',
  bound,
  note: `${what} ${ms(ours)}, ${than} ${ms(other)}`,
});

/** Start → `initialize` or `server/discover` answered, against the least that Node can do and against the plain file server. */
export async function benchStart(): Promise<readonly Figure[]> {
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
  const times = await sideBySide({
    node: () => timing(() => run([NODE, '-e', '0'], ROOT)),
    ours: () => started(OURS, EMBEDDED),
    discovering: () => started(OURS, EMBEDDED, discover),
    plain: () => started(plainServer(ROOT), {}),
    listing: () => started(OURS, EMBEDDED, listed),
  });
  return [
    ratio('start, of `node -e 0`', ['ours', times.ours], ['node', times.node], 1.4),
    ratio('start by `server/discover`, of `node -e 0`', ['ours', times.discovering], ['node', times.node], 1.4),
    ratio('start, of server-filesystem', ['ours', times.ours], ['theirs', times.plain], 1),
    { name: 'start until `tools/list` is answered', measured: times.listing, unit: 'ms' },
  ];
}

/** Starts both servers in `folder` and ends them when `measure` has. */
async function withServers<T>(
  folder: string,
  measure: (ours: McpSession, plain: McpSession) => Promise<T>,
): Promise<T> {
  const sessions = [
    spawnServer(OURS, { ...EMBEDDED, MCP_PRUNER_CWD: folder }),
    spawnServer(plainServer(folder), {}),
  ] as const;
  try {
    for (const session of sessions) await initialize(session);
    return await measure(...sessions);
  } finally {
    for (const session of sessions) await session.close();
  }
}

const MEGABYTE = 1e6;
/** Of 10 ms each, which the collection of garbage can double. */
const MORE_RUNS = 81;
const QUESTION = 'Where is the limit of a question set?';
const LINE = '  const answer = await context.ask(question, { signal, limit: 4096 }); // and so on\n';

/** `read` of 1 MB over MCP against the same by the plain file server. */
export async function benchRead(): Promise<readonly Figure[]> {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'mcp-pruner-bench-')));
  try {
    const file = path.join(folder, 'megabyte.ts');
    writeFileSync(file, LINE.repeat(Math.ceil(MEGABYTE / LINE.length)).slice(0, MEGABYTE));
    return await withServers(folder, async (ours, plain) => {
      const times = await sideBySide(
        {
          ours: () => timing(() => callTool(ours, 'read', { file_path: file })),
          plain: () => timing(() => callTool(plain, 'read_text_file', { path: file })),
        },
        MORE_RUNS,
      );
      const { asked } = await sideBySide({
        asked: () => timing(() => callTool(ours, 'read', { file_path: file, context_focus_question: QUESTION })),
      });
      return [
        ratio('read of 1 MB, of server-filesystem', ['ours', times.ours], ['theirs', times.plain], 1.3),
        { name: 'read of 1 MB with a question', measured: asked, unit: 'ms' },
      ];
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Some 140 matches, so that their way through the server is measured too. */
const PATTERN = 'export declare class';
/**
 * The packages that this one depends on, by path: asked for `node_modules` itself, ripgrep has nothing to search, for
 * what pnpm puts there are links into a hidden folder.
 */
const PACKAGES: readonly string[] = Object.keys(packageJson.devDependencies)
  .sort()
  .map((name) => `node_modules/${name}`);

/** `grep` over `node_modules` against `rg --json` itself, the same pattern and paths. */
export async function benchGrep(): Promise<readonly Figure[]> {
  const search = { pattern: PATTERN, paths: PACKAGES, max_matches: 5000 };
  return withServers(ROOT, async (ours) => {
    const times = await sideBySide({
      ours: () => timing(() => callTool(ours, 'grep', search)),
      rg: () => timing(() => run(['rg', '--json', '--', PATTERN, ...PACKAGES], ROOT)),
    });
    return [ratio('grep over node_modules, of `rg --json`', ['ours', times.ours], ['rg', times.rg], 1.3)];
  });
}

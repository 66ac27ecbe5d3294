import { type ChildProcess, spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { ModelRequest } from '../../support/scripted-model/loopback.ts';
import { NODE, ROOT } from '../installed.ts';
import type { Agent, Call } from './agent.ts';

/** Folder of the providers' packages. */
const PACKAGES = fileURLToPath(new URL('../packages/node_modules', import.meta.url));

/** A line of `--json`. */
export interface Line {
  readonly kind: string;
  readonly [field: string]: unknown;
}

/** A finished `mcp-pruner run`. */
export interface Once {
  readonly code: number | null;
  readonly lines: readonly Line[];
  readonly stderr: string;
  readonly requests: readonly ModelRequest[];
  /** Results sent to the model for its calls, in their order. */
  readonly sent: readonly string[];
}

export interface OnceOptions {
  readonly agent: Agent;
  /** Home of mcp-pruner (MCP_PRUNER_HOME) and of the agent. */
  readonly home: string;
  /** The agent's root folder. */
  readonly cwd: string;
  /** The model's calls before it says that it is done. */
  readonly calls: readonly Call[];
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly allowBash?: boolean | undefined;
  /** Called after the start with the process, which leads its own process group. */
  readonly onStart?: ((run: ChildProcess) => void) | undefined;
}

/** Runs an agent to its end, as a user would. */
export async function runOnce({ agent, home, cwd, calls, ...rest }: OnceOptions): Promise<Once> {
  const { env = {}, allowBash = false, onStart } = rest;
  await using model = await agent.startModel([...calls.map(agent.toTurn), { text: 'Done.' }]);
  const args = ['run', '--json', '--provider', agent.provider, ...(allowBash ? ['--allow-bash'] : []), 'Where is it?'];
  const own = { PATH: process.env['PATH'], HOME: home, NODE_PATH: PACKAGES, MCP_PRUNER_HOME: home };
  const run = spawn(NODE, [`${ROOT}dist/index.js`, ...args], {
    cwd,
    env: { ...own, ...agent.settings(home, model), ...env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => {
    run.kill('SIGKILL');
  });
  onStart?.(run);
  const exited = new Promise<number | null>((resolve) => run.once('close', resolve));
  const [code, stdout, stderr] = await Promise.all([exited, text(run.stdout), text(run.stderr)]);
  const last = model.requests.at(-1);
  return {
    ...{ code, stderr, requests: [...model.requests] },
    lines: stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Line])),
    sent: last === undefined ? [] : agent.resultsOf(last),
  };
}

/** Names of the server's lifecycle events. */
export function lifeOf({ lines }: Once): readonly unknown[] {
  return lines.filter(({ kind }) => kind === 'server').map(({ event }) => event);
}

/** Exit code, success and last words of a run. */
export function endOf({ code, lines }: Once): object {
  const ended = lines.find(({ kind }) => kind === 'ended');
  return { code, ok: ended?.['ok'], words: ended?.['text'] };
}
/** Result of `endOf` for a successful run. */
export const DONE = { code: 0, ok: true, words: 'Done.' };

/** True if the model was offered tools of our server before its first call. */
export function offered({ requests }: Once, { resultsOf }: Agent): boolean {
  const first = requests.filter((request) => resultsOf(request).length === 0);
  return first.some(({ body }) => JSON.stringify(body).includes('mcp__pruner'));
}

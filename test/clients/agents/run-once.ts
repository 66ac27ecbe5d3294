import { type ChildProcess, spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { ModelRequest } from '../../support/scripted-model/loopback.ts';
import { NODE, ROOT } from '../installed.ts';
import type { Agent, Call } from './agent.ts';

/** Where the providers' packages are. */
const PACKAGES = fileURLToPath(new URL('../packages/node_modules', import.meta.url));

/** A line of `--json`. */
export interface Line {
  readonly kind: string;
  readonly [field: string]: unknown;
}

/** One `mcp-pruner run`, ended. */
export interface Once {
  readonly code: number | null;
  readonly lines: readonly Line[];
  readonly stderr: string;
  readonly requests: readonly ModelRequest[];
  /** What the model was sent for its calls, in their order. */
  readonly sent: readonly string[];
}

export interface OnceOptions {
  readonly agent: Agent;
  /** MCP_PRUNER_HOME, and the agent's own. */
  readonly home: string;
  /** The root. */
  readonly cwd: string;
  /** What the model asks for before it says that it is done. */
  readonly calls: readonly Call[];
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly allowBash?: boolean | undefined;
  /** Told when it has been started, as the leader of a process group. */
  readonly onStart?: ((run: ChildProcess) => void) | undefined;
}

/** Runs an agent as a user does, to its end. */
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

/** Names of the events of the server's life. */
export function lifeOf({ lines }: Once): readonly unknown[] {
  return lines.filter(({ kind }) => kind === 'server').map(({ event }) => event);
}

/** The last words, and whether all went well. */
export function endOf({ code, lines }: Once): object {
  const ended = lines.find(({ kind }) => kind === 'ended');
  return { code, ok: ended?.['ok'], words: ended?.['text'] };
}
/** What `endOf` says of a run that came to its end. */
export const DONE = { code: 0, ok: true, words: 'Done.' };

/** Whether the model was offered tools of our server before it called any. */
export function offered({ requests }: Once, { resultsOf }: Agent): boolean {
  const first = requests.filter((request) => resultsOf(request).length === 0);
  return first.some(({ body }) => JSON.stringify(body).includes('mcp__pruner'));
}

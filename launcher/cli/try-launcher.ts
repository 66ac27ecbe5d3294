import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { JsonObject } from '../../src/base/json/json-object.ts';
import { asJsonObject } from '../../src/base/json/json-object.ts';
import { loadO200k } from '../../src/base/tokens/o200k.ts';
import type { StdioServerConfig } from '../gateway/config/server-config.ts';
import { MCPConfigError, MCPConnectionError, MCPToolError } from '../gateway/config/server-errors.ts';
import type { ServerConnection } from '../gateway/upstream/connection/server-connection.ts';
import { literal } from '../hosts/dialects.ts';
import type { Launch } from '../hosts/launch.ts';
import { VARIABLES } from '../platform/settings/variables.ts';
import { systemTimers, type Timers } from '../platform/timers.ts';
import { generateSample, SAMPLE_ANSWER, SAMPLE_QUESTION } from '../setup/sample-text.ts';
import { connectServer } from './connect-server.ts';

/** Max time for the start and for each request, in milliseconds. */
const TRY_MS = 15_000;

export interface TryOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly version: string;
  readonly stop: AbortSignal;
  readonly timers?: Timers;
}

/** Outcome of starting the server and asking its `read` tool a question about a file. */
export type TriedLauncher =
  | {
      readonly ok: true;
      /** Time from the start to the answer. */
      readonly ms: number;
      /** Tokens of the file, and of the answer. */
      readonly tokens: { readonly before: number; readonly after: number };
      /** Tokens that each request of the host's model carries because of us: tool definitions and instructions. */
      readonly cost: { readonly tools: number; readonly instructions: number; readonly names: readonly string[] };
      /** Pruner that answered; undefined if the file was returned whole. */
      readonly engine: string | undefined;
      /** Reason why the file was returned whole, or why a fallback engine answered. */
      readonly reason: string | undefined;
    }
  | { readonly ok: false; readonly why: string };

export type TryLauncher = (launch: Launch, options: TryOptions) => Promise<TriedLauncher>;

/** Starts the server as a host does, in a temporary folder. Leaves no process and no artifact behind. */
export const tryLauncher: TryLauncher = async (launch, options) => {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'mcp-pruner-try-')));
  const connection = connectionTo(launch, folder, options);
  try {
    await writeFile(path.join(folder, 'sample.ts'), generateSample());
    return await ask(connection, options);
  } catch (error) {
    if (options.stop.aborted) return { ok: false, why: 'stopped' };
    return { ok: false, why: whyOf(error) };
  } finally {
    await connection.close();
    await rm(folder, { recursive: true, force: true });
  }
};

async function ask(connection: ServerConnection, options: TryOptions): Promise<TriedLauncher> {
  const { stop: signal, timers = systemTimers } = options;
  const start = timers.now();
  const request = { signal, repeatable: false };
  const args = { file_path: 'sample.ts', context_focus_question: SAMPLE_QUESTION };
  const result = await connection.request('tools/call', { name: 'read', arguments: args }, request);
  const ms = Math.round(timers.now() - start);
  const text = textOf(result);
  if (result['isError'] === true || !text.includes(SAMPLE_ANSWER)) {
    return { ok: false, why: 'its tool read did not return the file' };
  }
  const { tools = [] } = (await connection.request('tools/list', {}, request)) as { tools?: readonly JsonObject[] };
  const count = await loadO200k();
  const definitions = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  const pruning = asJsonObject(asJsonObject(result['structuredContent'])['pruning']);
  return {
    ok: true,
    ms,
    tokens: { before: count(generateSample()), after: count(text) },
    cost: {
      tools: count(JSON.stringify(definitions)),
      instructions: count(connection.facts?.instructions ?? ''),
      names: tools.map(({ name }) => String(name)),
    },
    engine: pruning['applied'] === true ? String(pruning['engine']) : undefined,
    reason: typeof pruning['reason'] === 'string' ? reasonOf(pruning) : undefined,
  };
}

function reasonOf(pruning: JsonObject): string {
  const { message } = asJsonObject(pruning['error']);
  return typeof message === 'string' ? `${String(pruning['reason'])}: ${message}` : String(pruning['reason']);
}

function textOf({ content }: JsonObject): string {
  const blocks = Array.isArray(content) ? (content as readonly JsonObject[]) : [];
  return blocks.flatMap(({ text }) => (typeof text === 'string' ? [text] : [])).join('\n');
}

function whyOf(error: unknown): string {
  const known = [MCPConnectionError, MCPConfigError, MCPToolError].some((kind) => error instanceof kind);
  return known ? (error as Error).message : `it answered with an error: ${(error as Error).message}`;
}

function connectionTo(
  launch: Launch,
  folder: string,
  { env, version, timers = systemTimers }: TryOptions,
): ServerConnection {
  const text = (value: string): string => literal(value, { home: '', folder: undefined }, []);
  const all = { ...variablesOf(env), ...launch.env, ...apart(folder) };
  const config: StdioServerConfig = {
    transport: 'stdio',
    command: text(launch.command),
    args: launch.args.map(text),
    env: Object.fromEntries(Object.entries(all).map(([name, value]) => [name, text(value)])),
    cwd: text(folder),
    enabled: true,
    allowedTools: ['*'],
    blockedTools: [],
    autoReconnect: false,
    timeout: TRY_MS,
    connectTimeout: TRY_MS,
    shape: true,
    focus: true,
  };
  return connectServer({ name: 'pruner', ok: true, config }, { env, cwd: folder, timers, version });
}

/** Variables that a host passes on from its own environment. */
function variablesOf(env: TryOptions['env']): Record<string, string> {
  const set = Object.keys(VARIABLES).flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]]));
  return Object.fromEntries(set) as Record<string, string>;
}

/** Variables that separate the trial from the user's own: its root, its stored data, and other servers. */
const apart = (folder: string): Record<string, string> => ({
  MCP_PRUNER_CWD: folder,
  MCP_PRUNER_HOME: path.join(folder, '.mcp-pruner'),
  MCP_PRUNER_CONFIG: '',
  MCP_PRUNER_LEDGER: 'off',
  MCP_PRUNER_OUTPUT: 'structured',
  PRUNER_TIMEOUT_MS: '5000',
});

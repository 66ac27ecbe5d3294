import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { tryJson } from '../../../src/base/json/read-json.ts';
import { drainAfterExit } from '../../platform/process/drain-after-exit.ts';
import { findExecutable } from '../../platform/process/find-executable.ts';
import { KILL_GRACE_MS } from '../../platform/process/kill-tree.ts';
import { systemTimers } from '../../platform/timers.ts';
import { SERVER_NAME } from '../config/build-mcp-servers-config.ts';
import { fromCodexEvent } from '../providers/from-codex-event.ts';
import { propertyOf } from '../providers/property-of.ts';
import { toCodexArguments } from '../providers/to-codex-arguments.ts';
import type { AgentEvent } from './agent-event.ts';
import { type AgentOrder, type AgentProvider, ProviderMissingError } from './agent-provider.ts';
import { findPackage } from './find-package.ts';
import { whyFailed } from './why-failed.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Reads the parsed lines of one `codex exec --json` (tested with 0.171). */
export function codexEvents(): (message: unknown) => readonly AgentEvent[] {
  let last = '';
  return (message) => {
    const item = propertyOf(message, 'item');
    switch (propertyOf(message, 'type')) {
      case 'item.started':
        return startedBy(item);
      case 'item.completed': {
        if (propertyOf(item, 'type') !== 'agent_message') return endedBy(item);
        last = String(propertyOf(item, 'text'));
        return [{ kind: 'text', text: last }];
      }
      case 'turn.completed': {
        const usage = propertyOf(message, 'usage');
        const tokens = {
          input: Number(propertyOf(usage, 'input_tokens')),
          output: Number(propertyOf(usage, 'output_tokens')),
        };
        return [{ kind: 'ended', ok: true, text: last, tokens }];
      }
      case 'turn.failed':
        return [{ kind: 'ended', ok: false, text: String(propertyOf(propertyOf(message, 'error'), 'message')) }];
      default:
        return [];
    }
  };
}

function startedBy(item: unknown): readonly AgentEvent[] {
  const id = String(propertyOf(item, 'id'));
  switch (propertyOf(item, 'type')) {
    case 'mcp_tool_call': {
      const input = (propertyOf(item, 'arguments') ?? {}) as Fields;
      const server = String(propertyOf(item, 'server'));
      return [{ kind: 'tool_started', id, tool: String(propertyOf(item, 'tool')), server, input }];
    }
    case 'command_execution':
      return [
        { kind: 'tool_started', id, tool: 'shell', server: undefined, input: { command: propertyOf(item, 'command') } },
      ];
    default:
      return [];
  }
}

function endedBy(item: unknown): readonly AgentEvent[] {
  const type = propertyOf(item, 'type');
  if (type !== 'mcp_tool_call' && type !== 'command_execution') return [];
  const ended = { kind: 'tool_ended', id: String(propertyOf(item, 'id')) } as const;
  if (propertyOf(item, 'status') !== 'failed') return [{ ...ended, failed: false }];
  const content = propertyOf(propertyOf(item, 'result'), 'content');
  const said = Array.isArray(content) ? propertyOf(content[0], 'text') : undefined;
  const code = propertyOf(item, 'exit_code');
  const why =
    typeof code === 'number' ? `exit code ${code}` : (propertyOf(propertyOf(item, 'error'), 'message') ?? said);
  return [{ ...ended, failed: true, why: whyFailed(why) }];
}

const PACKAGE = '@openai/codex';
const KEY = 'PRUNER_API_KEY';

/** Codex through `codex exec --json` (an optional peer dependency, or `codex` on PATH; tested with 0.171). */
export const codexAgent: AgentProvider = {
  name: 'codex',
  messages: run,
  reader: () => ({ events: codexEvents(), reports: (message) => fromCodexEvent(message) }),
};

async function* run(order: AgentOrder): AsyncGenerator<unknown> {
  const [file, ...first] = await commandOf(order.env);
  const { prompt, cwd, env, model, signal, onNoise } = order;
  signal.throwIfAborted();
  const named = model === undefined ? [] : ['--model', model];
  const settings = [...named, ...toCodexArguments(order), ...approvals(order), ...keys(order)];
  const args = [...first, 'exec', '--json', '--skip-git-repo-check', ...settings, '--', prompt];
  const codex = spawn(file, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const started = once(codex, 'spawn');
  const exited = once(codex, 'close').catch(() => [null]);
  let complaints = '';
  codex.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints = (complaints + text).slice(-2000);
    onNoise?.(text);
  });
  const lines = createInterface(codex.stdout);
  let ended = false;
  // Child processes of Codex may outlive it and keep its pipes open.
  const close = (): void => {
    lines.close();
    codex.stdout.destroy();
    codex.stderr.destroy();
  };
  codex.once('exit', async () => {
    await drainAfterExit([codex.stdout], systemTimers);
    if (ended || signal.aborted) close();
  });
  let hard: NodeJS.Timeout | undefined;
  const kill = (): void => {
    codex.kill('SIGTERM');
    hard = setTimeout(() => {
      codex.kill('SIGKILL');
      close();
    }, KILL_GRACE_MS);
  };
  signal.addEventListener('abort', kill, { once: true });
  try {
    await started;
    for await (const line of lines) {
      const message = tryJson(line);
      const type = (message as { type?: unknown } | undefined)?.type;
      ended ||= type === 'turn.completed' || type === 'turn.failed';
      if (message !== undefined) yield message;
    }
    const [code] = (await exited) as [number | null];
    signal.throwIfAborted();
    if (!ended) throw new Error(`codex exited with code ${code}: ${complaints.trim().split('\n').at(-1) ?? ''}`);
  } finally {
    signal.removeEventListener('abort', kill);
    clearTimeout(hard);
    if (codex.exitCode === null && codex.signalCode === null) codex.kill('SIGKILL');
  }
}

/** Approves our tools in advance, because Codex refuses any call that it would have to ask about. */
function approvals({ mcpServers, allowedTools }: AgentOrder): readonly string[] {
  if (mcpServers === undefined) return [];
  const settings = allowedTools.map((tool) => `mcp_servers.${SERVER_NAME}.tools.${tool}.approval_mode="approve"`);
  return settings.flatMap((setting) => ['--config', setting]);
}

/**
 * Passes the key on to the server, since Codex hides most of its environment. Only the name is given, because anyone
 * can see the arguments.
 */
function keys({ mcpServers, env }: AgentOrder): readonly string[] {
  if (mcpServers === undefined || env[KEY] === undefined) return [];
  return ['--config', `mcp_servers.${SERVER_NAME}.env_vars=["${KEY}"]`];
}

async function commandOf(env: AgentOrder['env']): Promise<[string, ...string[]]> {
  const file = findPackage(`${PACKAGE}/bin/codex.js`, env['PATH']);
  if (file !== undefined) return [process.execPath, file];
  const onPath = await findExecutable('codex', env['PATH']);
  if (onPath !== undefined) return [onPath];
  throw new ProviderMissingError(
    `cannot run codex: ${PACKAGE} is not installed and codex is not on the PATH; run npm install -g ${PACKAGE}`,
  );
}

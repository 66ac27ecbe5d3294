import type { EventLog } from '../../../src/base/events/event-log.ts';
import { createEventLog } from '../../platform/event-log.ts';
import { homeFolder } from '../../platform/settings/config.ts';
import { systemTimers } from '../../platform/timers.ts';
import type { AgentEvent } from '../../runner/agents/agent-event.ts';
import { type AgentProvider, ProviderMissingError } from '../../runner/agents/agent-provider.ts';
import { claudeAgent } from '../../runner/agents/claude-agent.ts';
import { codexAgent } from '../../runner/agents/codex-agent.ts';
import { runAgent } from '../../runner/agents/run-agent.ts';
import { buildMcpServersConfig, type McpServersDecision } from '../../runner/config/build-mcp-servers-config.ts';
import { withServerEnv } from '../../runner/config/with-server-env.ts';
import { NEVER_READY } from '../../runner/life/start-run-life.ts';
import { netOf } from '../../savings/savings.ts';
import { ownLaunch } from '../../setup/own-launch.ts';
import { READ_ONLY_TOOLS } from '../../tools/catalog.ts';
import { type CommandContext, type GivenOptions, UsageError } from '../command.ts';
import { jsonLine } from '../json-line.ts';
import { printable } from '../printable.ts';
import { runSavings, savedLine } from './run-savings.ts';
import { createRunView } from './run-view.ts';
import { createSpinner } from './spinner.ts';

const PROVIDERS: readonly AgentProvider[] = [claudeAgent, codexAgent];

/** Runs an agent once with the tools. Its answer goes to stdout, its progress to stderr. */
export async function runRun(
  context: CommandContext,
  given: GivenOptions,
  operands: readonly string[],
): Promise<number> {
  const { env, cwd, stdout, stderr, stop } = context;
  const provider = providerOf(given['provider']);
  const prompt = (operands[0] ?? '').trim();
  if (prompt === '') throw new UsageError('cannot run an agent: expected a prompt in quotes');
  const asJson = given['json'] === true;
  const events = (one: object): void => void (asJson && stdout.write(jsonLine(one)));
  const spinner = createSpinner(asJson ? { write: () => true, isTTY: false, columns: 80 } : stderr, systemTimers);
  const run = crypto.randomUUID();
  const resolved = buildMcpServersConfig(serverVariables(env), cwd);
  const decision = withServerEnv(onOwnNode(resolved), ownVariables(env));
  const log = lifeLog(events, (line) => spinner.print(`${line}\n`));
  const allowBash = given['allow-bash'] === true;
  const view = createRunView(spinner, allowBash);
  const show = (event: AgentEvent): void => {
    events(event);
    view(event);
  };
  stop.addEventListener('abort', () => spinner.say('stopping'), { once: true });
  try {
    spinner.say(`starting ${provider.name}`);
    const allowedTools = [...READ_ONLY_TOOLS, ...(allowBash ? ['bash'] : [])];
    const model = typeof given['model'] === 'string' ? given['model'] : undefined;
    const order = { prompt, cwd, env, model, allowedTools, signal: stop };
    const { ok, text } = await runAgent({ ...order, provider, decision, run, log, onEvent: show });
    spinner.stop();
    const sums = await runSavings(homeFolder(env, cwd), run);
    if (sums !== undefined) events({ kind: 'saved', ...sums, net: netOf(sums) });
    if (!asJson) {
      // On a terminal, separate the answer with blank lines.
      const gap = stdout.isTTY && stderr.isTTY ? '\n' : '';
      stderr.write(gap);
      (ok ? stdout : stderr).write(`${ok ? text : `mcp-pruner: ${provider.name} failed: ${printable(text)}`}\n`);
      if (sums !== undefined) stderr.write(`${gap}${savedLine(sums)}\n`);
    }
    return ok ? 0 : 1;
  } catch (error) {
    spinner.stop();
    if (stop.aborted) {
      stderr.write('mcp-pruner: cancelled\n');
      return 1;
    }
    const why = (error as Error).message;
    stderr.write(
      `mcp-pruner: ${error instanceof ProviderMissingError ? why : `${provider.name} failed: ${printable(why)}`}\n`,
    );
    return 1;
  }
}

function providerOf(given: GivenOptions[string]): AgentProvider {
  const found = PROVIDERS.find(({ name }) => name === given);
  if (found !== undefined) return found;
  const allowed = PROVIDERS.map(({ name }) => name).join(', ');
  if (given === undefined) throw new UsageError(`cannot run an agent: expected --provider with one of ${allowed}`);
  throw new UsageError(`cannot use --provider "${String(given)}": expected ${allowed}`);
}

/** Runs the server on this process's Node. The one on PATH may be older and lack SQLite, which the savings need. */
function onOwnNode(decision: McpServersDecision): McpServersDecision {
  if (decision.kind !== 'config_resolved') return decision;
  const { command } = ownLaunch();
  const servers = Object.entries(decision.mcpServers).map(([name, server]) => [name, { ...server, command }] as const);
  return { ...decision, mcpServers: Object.fromEntries(servers) };
}

/**
 * Returns the variables for the server. `run` enables the tools by default, with the pruner that the server itself
 * would use.
 */
function serverVariables(env: CommandContext['env']): CommandContext['env'] {
  const { args } = ownLaunch();
  return {
    JEEVES_PRUNER_ENABLED: '1',
    JEEVES_PRUNER_URL: env['PRUNER_URL'] ?? 'embedded',
    JEEVES_MCP_PRUNER_PATH: args[0],
    ...Object.fromEntries(Object.entries(env).filter(([name]) => name.startsWith('JEEVES_'))),
  };
}

const OWN = /^(?:MCP_PRUNER_(?!CWD$|CALL$)|PRUNER_(?!URL$|API_KEY$)|ARTIFACT_REDACT$)/;

/**
 * Returns the server's own variables, because hosts do not pass on their environment. Omits keys, since hosts put
 * variables on the command line, where others can see them.
 */
function ownVariables(env: CommandContext['env']): Readonly<Record<string, string>> {
  const own = Object.entries(env).filter(([name]) => OWN.test(name));
  return Object.fromEntries(own.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

/** Writes the server's lifecycle as events, and problems as readable lines. */
function lifeLog(events: (one: object) => void, say: (line: string) => void): EventLog {
  const write = (line: string): void => {
    const { event, level, data } = JSON.parse(line) as ServerEvent;
    events({ kind: 'server', event, level, data });
    const words = wordsOf(event, data);
    if (words !== undefined) say(`  ${printable(words)}`);
  };
  return createEventLog({ write, least: 'info', now: () => new Date() });
}

interface ServerEvent {
  readonly event: string;
  readonly level: string;
  readonly data?: { readonly message?: string; readonly reason?: string };
}

function wordsOf(event: string, data: ServerEvent['data']): string | undefined {
  switch (event) {
    case 'mcp_pruner.disabled':
      return data?.reason === 'config_disabled' ? 'the tools are off: JEEVES_PRUNER_ENABLED' : undefined;
    case 'mcp_pruner.config_invalid':
      return `${data?.message}; the run continues without the tools`;
    case 'mcp_pruner.start_failed':
      // Codex does not report a failed server if none of its tools is called.
      return data?.message === NEVER_READY ? undefined : `${data?.message}; the run continues without the tools`;
    case 'mcp_pruner.server_said':
      return `the server did not start; its output: ${data?.message?.split('\n').join(' | ')}`;
    case 'mcp_pruner.degraded':
      return 'the server ended during the run; the run continues';
    default:
      return undefined;
  }
}

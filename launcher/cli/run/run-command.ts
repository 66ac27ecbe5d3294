import { existsSync } from 'node:fs';
import path from 'node:path';
import type { EventLog } from '../../../src/base/events/event-log.ts';
import { createEventLog } from '../../platform/event-log.ts';
import { homeFolder } from '../../platform/settings/config.ts';
import { hasSqlite } from '../../platform/sqlite/load-sqlite.ts';
import { systemTimers, type Timers } from '../../platform/timers.ts';
import type { AgentEvent } from '../../runner/agents/agent-event.ts';
import { type AgentProvider, ProviderMissingError } from '../../runner/agents/agent-provider.ts';
import { claudeAgent } from '../../runner/agents/claude-agent.ts';
import { codexAgent } from '../../runner/agents/codex-agent.ts';
import { runAgent } from '../../runner/agents/run-agent.ts';
import {
  buildMcpServersConfig,
  type McpServersDecision,
  SERVER_NAME,
} from '../../runner/config/build-mcp-servers-config.ts';
import { withServerEnv } from '../../runner/config/with-server-env.ts';
import { NEVER_READY } from '../../runner/life/start-run-life.ts';
import { LEDGER_FILE, openSavings } from '../../savings/open-savings.ts';
import { netOf, type SavingsSums } from '../../savings/savings.ts';
import { ownLaunch } from '../../setup/own-launch.ts';
import { READ_ONLY_TOOLS } from '../../tools/catalog.ts';
import { type CommandContext, type GivenOptions, UsageError } from '../command.ts';
import { jsonLine } from '../json-line.ts';
import { printable } from '../printable.ts';

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const FRAME_MS = 100;
const CLEAR = '\r\u001b[K';

/** An animated status line at the bottom of a terminal. */
type Spinner = ReturnType<typeof createSpinner>;

/** Creates a spinner. If `stream` is not a terminal, only printed lines are written. */
export function createSpinner(stream: Pick<NodeJS.WriteStream, 'write' | 'isTTY' | 'columns'>, timers: Timers) {
  let words = '';
  let frame = 0;
  let cancel: (() => void) | undefined;
  let stopped = !stream.isTTY;
  const draw = (): void => {
    const line = `${FRAMES[frame % FRAMES.length]} ${words}`;
    stream.write(`${CLEAR}${line.slice(0, (stream.columns || 80) - 1)}`);
  };
  const turn = (): void => {
    frame += 1;
    draw();
    cancel = timers.after(FRAME_MS, turn);
  };
  return {
    /** Sets the status text. */
    say(what: string): void {
      words = what;
      if (stopped) return;
      draw();
      cancel ??= timers.after(FRAME_MS, turn);
    },
    /** Prints complete lines above it. */
    print(lines: string): void {
      stream.write(stopped ? lines : `${CLEAR}${lines}`);
      if (!stopped) draw();
    },
    /** Removes the status line. */
    stop(): void {
      cancel?.();
      if (!stopped) stream.write(CLEAR);
      stopped = true;
    },
  };
}

/** Max UTF-16 units of an argument to show. */
const MAX_CHARS = 100;
/** Names of arguments that describe a call best, in order of preference. */
const TELLING = ['file_path', 'command', 'pattern', 'ref', 'path', 'query'];

/** Wrapper that Codex puts around a command of its own shell. */
const SHELL = /^\S*sh -lc (['"]?)(.*)\1$/s;

/** Formats a call as one line: the tool, its main argument, and the question. */
export function showCall({ tool, server, input }: Extract<AgentEvent, { kind: 'tool_started' }>): string {
  const name = server === undefined || server === SERVER_NAME ? tool : `${server} ${tool}`;
  const about = TELLING.map((key) => input[key]).find((value) => typeof value === 'string' && value !== '');
  const said = typeof about === 'string' ? about.replace(SHELL, '$2') : about;
  const { context_focus_question: question } = input;
  const parts = [name, short(said), typeof question === 'string' ? `? ${short(question)}` : ''];
  return parts.filter((part) => part !== '').join('  ');
}

/** Formats any value as one printable, truncated line. */
function short(value: unknown): string {
  const text = typeof value === 'string' ? printable(value.replaceAll(/\s+/g, ' ').trim()) : '';
  return text.length > MAX_CHARS ? `${text.slice(0, MAX_CHARS - 1)}…` : text;
}

/** Shows an agent's progress: its intermediate texts, its calls as they happen, and the reasons of failed calls. */
export function createRunView(spinner: Spinner, allowBash: boolean): (event: AgentEvent) => void {
  const calls = new Map<string, Extract<AgentEvent, { kind: 'tool_started' }>>();
  // The last text is the answer, so print a text only once something follows it.
  let said = '';
  return (event) => {
    if (event.kind === 'text') {
      said = event.text;
    } else if (event.kind === 'tool_started') {
      if (said !== '') spinner.print(`  ${short(said)}\n`);
      said = '';
      calls.set(event.id, event);
      spinner.print(`  ${showCall(event)}\n`);
      spinner.say(event.tool);
    } else if (event.kind === 'tool_ended') {
      const { tool = 'a tool', server } = calls.get(event.id) ?? {};
      const refused = !allowBash && server === SERVER_NAME && tool === 'bash';
      const why = refused ? 'it takes --allow-bash' : short(event.why);
      if (event.failed) spinner.print(`  ${tool} failed${why === '' ? '' : `: ${why}`}\n`);
      spinner.say('thinking');
    }
  };
}

/** Returns a run's savings from the ledger in MCP_PRUNER_HOME; undefined if there are none. Never rejects. */
async function runSavings(home: string, run: string): Promise<SavingsSums | undefined> {
  if (!hasSqlite() || !existsSync(path.join(home, LEDGER_FILE))) return undefined;
  try {
    const store = await openSavings(home, () => {});
    try {
      return await store.ofRun(run);
    } finally {
      store.close();
    }
  } catch {
    return undefined;
  }
}

const count = new Intl.NumberFormat('en');

/** Formats a run's savings as one line. */
export function savedLine(sums: SavingsSums): string {
  const net = netOf(sums);
  const calls = `${count.format(sums.calls)} ${sums.calls === 1 ? 'call' : 'calls'}`;
  const share = sums.raw === 0 ? '' : ` of ${count.format(sums.raw)}`;
  const verb = net < 0 ? 'cost' : 'saved';
  return `${verb} ${count.format(Math.abs(net))} tokens net${share} in ${calls} (definitions ${count.format(sums.definitions)}, fetched back ${count.format(sums.fetched)})`;
}

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

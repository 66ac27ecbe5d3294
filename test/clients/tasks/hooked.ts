import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadO200k } from '../../../src/base/tokens/o200k.ts';
import { toolResultsOf } from '../../support/scripted-model/anthropic.ts';
import { functionResponsesOf } from '../../support/scripted-model/gemini.ts';
import type { ModelRequest, Turn } from '../../support/scripted-model/loopback.ts';
import { toolOutputsOf } from '../../support/scripted-model/openai-responses.ts';
import { claudeUser } from '../claude-user.ts';
import { codexUser } from '../codex-user.ts';
import { copilotUser } from '../copilot-user.ts';
import { geminiUser } from '../gemini-user.ts';
import type { HostUser } from '../host-user.ts';
import { opencodeUser } from '../opencode-user.ts';
import { makeTaskProject } from './task-project.ts';
import { TASKS, type Task } from './tasks.ts';
import { median } from './token-table.ts';

/** A task as done by a host with its own tools. */
export interface Hooked {
  readonly host: string;
  readonly task: Task;
  /** Tokens (o200k) of the result sent to the model: with the host as shipped, and with hooks on. */
  readonly tokens: Compared;
  /** Tokens of everything sent to the model in the session, in all requests: definitions, prompts and results. */
  readonly session: Compared;
  /**
   * Facts of the answer that are missing from the result with hooks, and facts that are in the result without hooks.
   */
  readonly missing: readonly string[];
  readonly known: readonly string[];
}

export interface Compared {
  readonly without: number;
  readonly on: number;
}

/** A host, with its calls to read a file and to run a command. */
export interface HookedHost {
  /** Name of the option of `init`. */
  readonly name: string;
  open(home: string): Talking;
  read(file: string): Turn & object;
  run(command: string): Turn & object;
  /** Results of the script's calls in a request. */
  readonly resultsOf: (request: ModelRequest) => readonly string[];
}

export interface Talking {
  readonly user: HostUser;
  /** Begins a session, and returns all requests to its model. */
  talk(prompt: string, turns: readonly Turn[]): Promise<readonly ModelRequest[]>;
  /** Does what a user has to do once after `init --on`. */
  trust?(): Promise<void>;
}

const ALLOWING = '{ "permissions": { "allow": ["Bash", "Read", "Grep"] } }\n';
const GEMINI = '{ "security": { "auth": { "selectedType": "gemini-api-key" } } }\n';
/** Max lines to read, more than any file has, because the host's default limit is lower. */
const LINES = 5000;

export const HOOKED_HOSTS: readonly HookedHost[] = [
  {
    name: 'claude-code',
    open(home) {
      const user = claudeUser(home, ALLOWING);
      return { user, talk: (...given) => user.talk(...given) };
    },
    read: (file) => ({ tool: 'Read', input: { file_path: file } }),
    run: (command) => ({ tool: 'Bash', input: { command } }),
    resultsOf: toolResultsOf,
  },
  {
    name: 'codex',
    open(home) {
      // The only model of Codex that calls commands directly.
      const user = codexUser(home, 'gpt-5.5');
      return { user, talk: (...given) => user.talk(...given), trust: () => user.trustHooks() };
    },
    read: (file) => ({ tool: 'exec_command', input: { cmd: `cat ${file}`, yield_time_ms: 20_000 } }),
    run: (cmd) => ({ tool: 'exec_command', input: { cmd, yield_time_ms: 30_000 } }),
    resultsOf: toolOutputsOf,
  },
  {
    name: 'copilot',
    open(home) {
      const user = copilotUser(home, '{}\n');
      return { user, talk: (...given) => user.talk(...given, '--allow-all-tools', '--allow-all-paths') };
    },
    read: (file) => ({ tool: 'bash', input: { command: `cat ${file}`, description: 'Print the file' } }),
    run: (command) => ({ tool: 'bash', input: { command, description: 'Run it' } }),
    resultsOf: toolResultsOf,
  },
  {
    name: 'gemini',
    open(home) {
      const user = geminiUser(home, GEMINI);
      return { user, talk: (...given) => user.requests(...given, '--yolo') };
    },
    read: (file) => ({ tool: 'read_file', input: { file_path: file, limit: LINES } }),
    run: (command) => ({ tool: 'run_shell_command', input: { command, description: 'Run it' } }),
    resultsOf: functionResponsesOf,
  },
  {
    name: 'opencode',
    open(home) {
      const user = opencodeUser(home, '{}\n');
      return { user, talk: (...given) => user.talk(...given) };
    },
    read: (file) => ({ tool: 'read', input: { filePath: file } }),
    run: (command) => ({ tool: 'bash', input: { command, description: 'Run it' } }),
    resultsOf: toolResultsOf,
  },
];

/**
 * Does every task with the tools of real hosts, without mcp-pruner and with hooks, each in its own session. The model
 * says what it wants to know, and calls one tool. `folder` is empty. `options` are more options of `init`.
 */
export async function measureHooked(
  folder: string,
  names: readonly string[],
  ...options: readonly string[]
): Promise<readonly Hooked[]> {
  const measured: Hooked[] = [];
  for (const host of HOOKED_HOSTS.filter(({ name }) => names.includes(name))) {
    const without = await opened(host, path.join(folder, `${host.name}-without`));
    const on = await opened(
      host,
      path.join(folder, `${host.name}-on`),
      'init',
      `--${host.name}`,
      '--on',
      '--env',
      'MCP_PRUNER_HOOK_CUTS=more',
      ...options,
    );
    for (const task of TASKS) {
      const [before, after] = [await doTask(host, without, task), await doTask(host, on, task)];
      const missing = task.facts.filter((fact) => !after.result.includes(fact));
      const known = task.facts.filter((fact) => before.result.includes(fact));
      measured.push({
        ...{ host: host.name, task, missing, known },
        tokens: { without: await tokensOf(before.result), on: await tokensOf(after.result) },
        session: { without: before.session, on: after.session },
      });
    }
  }
  return measured;
}

async function opened(host: HookedHost, home: string, ...init: readonly string[]): Promise<Talking> {
  const one = host.open(home);
  await makeTaskProject(one.user.project);
  if (init.length > 0) {
    await one.user.pruner(...init);
    await one.trust?.();
  }
  return one;
}

async function doTask(
  host: HookedHost,
  { user, talk }: Talking,
  task: Task,
): Promise<{ readonly result: string; readonly session: number }> {
  const call = task.file === undefined ? host.run(task.command) : host.read(path.join(user.project, task.file));
  const requests = await talk(task.question, [{ said: task.question, ...call } as Turn]);
  const [result = ''] = requests.map(host.resultsOf).findLast((results) => results.length > 0) ?? [];
  return { result, session: await tokensOfRequests(requests) };
}

/** Counts the tokens (o200k) of everything that was sent to a model. */
export async function tokensOfRequests(requests: readonly ModelRequest[]): Promise<number> {
  const sizes = requests.map(({ body }) => tokensOf(JSON.stringify({ ...body, metadata: undefined })));
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

async function tokensOf(text: string): Promise<number> {
  return (await loadO200k())(text);
}

export function medianShare(measured: readonly Hooked[]): number {
  return median(measured.map(({ tokens }) => tokens.on / tokens.without));
}

const number = new Intl.NumberFormat('en');
export const percent = (share: number): string => `${Math.round(share * 100)} %`;
export const toRows = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `| ${row.join(' | ')} |`).join('\n');

/** Returns a Markdown table of one host, by task: the data of docs/measured/hooks-tasks.csv. */
export function toHookedTable(measured: readonly Hooked[]): string {
  const rows = measured.map(({ task, tokens, missing }) => {
    const lost = missing.length === 0 ? '' : `lost: ${missing.join(', ')}`;
    const { without, on } = tokens;
    return [task.name, number.format(without), number.format(on), percent(on / without), lost];
  });
  return toRows([
    ['Task', 'without', 'with hooks', 'share', ''],
    ['---', '--:', '--:', '--:', '---'],
    ...rows,
    ['median', '', '', `**${percent(medianShare(measured))}**`, ''],
  ]);
}

/** Returns a Markdown table of all hosts, with token sums and kept facts: the data of docs/measured/hooks-sessions.csv. */
export function toHostsTable(measured: readonly Hooked[]): string {
  const hosts = [...new Set(measured.map(({ host }) => host))];
  const rows = hosts.map((host) => {
    const all = measured.filter((one) => one.host === host);
    const sum = (way: keyof Compared): number => all.reduce((total, { session }) => total + session[way], 0);
    const facts = all.flatMap(({ task }) => task.facts).length;
    const [known, lost] = [all.flatMap((one) => one.known).length, all.flatMap(({ missing }) => missing).length];
    const [without, on] = [sum('without'), sum('on')];
    return [
      ...[host, percent(medianShare(all)), number.format(without), number.format(on), percent(on / without)],
      ...[`${known} of ${facts}`, `${facts - lost} of ${facts}`],
    ];
  });
  return toRows([
    ['Host', 'results, median', 'sessions without', 'with hooks', 'share', 'facts without', 'with hooks'],
    ['---', '--:', '--:', '--:', '--:', '--:', '--:'],
    ...rows,
  ]);
}

/** `node test/clients/tasks/hooked.ts [HOST…]`: measures, and prints both tables. */
if (import.meta.main) {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'mcp-pruner-hooked-')));
  const given = process.argv.slice(2);
  try {
    const names = given.length > 0 ? given : HOOKED_HOSTS.map(({ name }) => name);
    const measured = await measureHooked(folder, names);
    for (const name of names) {
      process.stdout.write(`${name}\n${toHookedTable(measured.filter(({ host }) => host === name))}\n\n`);
    }
    process.stdout.write(`${toHostsTable(measured)}\n`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

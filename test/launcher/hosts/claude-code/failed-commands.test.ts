import { execFileSync, spawn } from 'node:child_process';
import { appendFileSync, closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { shortenOutput } from '../../../../launcher/hooks/process/shorten-output.ts';
import { createFailedCommands } from '../../../../launcher/hosts/claude-code/failed-commands.ts';
import { failedCommandHooks } from '../../../../launcher/hosts/claude-code/hook-settings.ts';
import type { HookCall } from '../../../../launcher/hosts/host-hooks.ts';
import type { Launch } from '../../../../launcher/hosts/launch.ts';
import { NODE, ROOT } from '../../../runtime/started.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { listening } from '../../hooks/listening.ts';

/** Milliseconds for a few processes on a busy machine. */
const TIMEOUT = 60_000;
/** A command with a long output, and that output. */
const SPEAK = 'seq 1000';
const LONG = Array.from({ length: 1000 }, (_, at) => `${at + 1}\n`).join('');

const launchOf = (home: string): Launch => ({
  ...{ command: NODE, args: [`${ROOT}launcher/index.ts`], env: { MCP_PRUNER_HOME: home } },
});

/** What Claude Code's shell executes for a command: quoted as Claude Code 2.1.332 does. */
const evalOf = (command: string): string => `eval '${command.replaceAll("'", `'"'"'`)}'`;

interface Shell {
  readonly folder: string;
  readonly output: string;
  /** Runs a command as Claude Code 2.1.332 does, after our hook has run. Returns the exit code. */
  run(command: string): Promise<number | null>;
}

function shell(home: string, launch: Launch = launchOf(home), flags = 'a'): Shell {
  const folder = tempDir();
  const output = path.join(folder, 'tasks.output');
  const brought = path.join(folder, 'session-env.sh');
  const [, { item }] = failedCommandHooks('pruner', launch) as [unknown, { item: unknown }];
  const [{ command: hook }] = (item as { hooks: [{ command: string }] }).hooks;
  execFileSync('/bin/sh', ['-c', hook], { env: { ...process.env, CLAUDE_ENV_FILE: brought } });
  return {
    ...{ folder, output },
    async run(command) {
      const to = openSync(output, flags);
      const line = `true && ${readFileSync(brought, 'utf8')}: && ${evalOf(command)} < /dev/null && pwd -P >| ${folder}/cwd`;
      const child = spawn('bash', ['-c', line], { cwd: folder, stdio: ['pipe', to, to] });
      closeSync(to);
      return await new Promise((resolve) => child.once('close', resolve));
    },
  };
}

interface Asked {
  readonly executed: string;
  readonly output: string;
}

/** A server that shortens each output to the word `short`; what it was asked. */
async function shortening(home: string, before: () => void = () => {}): Promise<readonly Asked[]> {
  const all: Asked[] = [];
  const answer = async ({ input }: { readonly input: unknown }): Promise<object> => {
    all.push(input as Asked);
    before();
    return { output: 'short' };
  };
  await listening(home, { client: 'claude-code', minChars: 2000, answer });
  return all;
}

test.each(['a', 'w'])(
  'the output of a command that failed is rewritten, and its exit code stays: file opened with %s',
  async (flags) => {
    const home = tempDir();
    const asked = await shortening(home);
    const { output, run } = shell(home, undefined, flags);
    const command = `${SPEAK}; echo 'it'"'"'s' >&2; exit 3`;
    expect(await run(command)).toBe(3);
    expect(readFileSync(output, 'utf8')).toBe('short\n');
    expect(asked).toMatchObject([{ output: `${LONG}it's\n` }]);
    expect(asked[0]?.executed).toContain(evalOf(command));
  },
  TIMEOUT,
);

test(
  'other output stays: of a command that succeeds, that says little, or that has a trap of its own',
  async () => {
    const home = tempDir();
    const asked = await shortening(home);
    for (const [command, code, expected] of [
      [SPEAK, 0, LONG],
      ['echo short of it; exit 4', 4, 'short of it\n'],
      [`trap 'echo mine' EXIT; printf '%s' "${LONG}"; exit 5`, 5, `${LONG}mine\n`],
    ] as const) {
      const { output, run } = shell(home);
      expect(await run(command)).toBe(code);
      expect(readFileSync(output, 'utf8')).toBe(expected);
    }
    expect(asked).toEqual([]);
  },
  TIMEOUT,
);

test(
  'output stays if nobody answers, if the hook or Node is gone, or if it grows meanwhile',
  async () => {
    const home = tempDir();
    const command = `${SPEAK}; exit 3`;
    const lasting = launchOf(home);
    for (const launch of [
      lasting,
      { ...lasting, args: ['/gone/launcher/index.ts'] },
      { ...lasting, command: '/gone/node' },
    ]) {
      const { output, run } = shell(home, launch);
      expect(await run(command)).toBe(3);
      expect(readFileSync(output, 'utf8')).toBe(LONG);
    }
    const growing = shell(home);
    await shortening(home, () => appendFileSync(growing.output, 'more\n'));
    expect(await growing.run(command)).toBe(3);
    expect(readFileSync(growing.output, 'utf8')).toBe(`${LONG}more\n`);
  },
  TIMEOUT,
);

test('the file is found by its number where a descriptor has no path, and what is no file stays', async () => {
  const home = tempDir();
  const asked = await shortening(home);
  const session = tempDir();
  const notes = path.join(session, 'started');
  const file = path.join(session, 'tasks', 'b1.output');
  mkdirSync(path.dirname(file));
  mkdirSync(notes);
  writeFileSync(path.join(session, 'tasks', 'a0.output'), LONG);
  writeFileSync(file, LONG);
  const descriptor = openSync(file, 'a');
  const given = { host: 'claude-code', home, executed: '', descriptor, path: '/none' };
  await shortenOutput({ ...given, env: {} });
  expect(readFileSync(file, 'utf8')).toBe(LONG);
  await shortenOutput({ ...given, env: { CLAUDE_CODE_CHILD_NOTES_DIR: notes } });
  closeSync(descriptor);
  expect(readFileSync(file, 'utf8')).toBe('short\n');
  expect(readFileSync(path.join(session, 'tasks', 'a0.output'), 'utf8')).toBe(LONG);
  const folder = openSync(session, 'r');
  await shortenOutput({ ...given, descriptor: folder, env: {} });
  closeSync(folder);
  expect(asked).toHaveLength(1);
});

describe('a command that failed is found among those that run', () => {
  const started = (id: string, args: object, more: object = {}): object => ({
    ...{ hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_use_id: id, tool_input: JSON.stringify(args) },
    ...{ transcript_path: '/s.jsonl', ...more },
  });
  function find(executed: string, output: string, ...commands: readonly object[]): HookCall | undefined {
    const failed = createFailedCommands();
    for (const command of commands) failed.add({ ...command });
    return failed.toCall({ hook_event_name: 'CommandFailed', executed, output });
  }

  test('by its text, the newest first, with its agent', () => {
    const one = started('t1', { command: "grep 'a' b" });
    const other = started('t2', { command: 'grep a b' });
    expect(find(`true && ${evalOf("grep 'a' b")} < /dev/null`, 'x', one, other)?.id).toBe('t1');
    expect(find(evalOf('grep a b'), 'x', one, other, started('t3', { command: 'grep a b' }))?.id).toBe('t3');
    const subagent = started('t4', { command: 'ls' }, { agent_id: 'a1' });
    expect(find(evalOf('ls'), 'x', subagent)).toMatchObject({
      ...{ id: 't4', tool: 'Bash', args: { command: 'ls' }, isUndisplayed: true },
      transcript: '/s/subagents/agent-a1.jsonl',
    });
  });

  test('but not another, one of another tool, or one in the background', () => {
    expect(find(evalOf('make all'), 'x', started('t1', { command: 'make' }))).toBeUndefined();
    expect(find(evalOf('make'), 'x', { ...started('t1', { command: 'make' }), tool_name: 'Read' })).toBeUndefined();
    expect(find(evalOf('make'), 'x', started('t1', { command: 'make', run_in_background: true }))).toBeUndefined();
  });

  test('and what Claude Code would show of its output is what shortening has to spare', () => {
    const [short, long] = ['x'.repeat(10_000), `${'a'.repeat(7000)}${'b'.repeat(7000)}`];
    const resultOf = (output: string) => find(evalOf('make'), output, started('t1', { command: 'make' }))?.result;
    expect(resultOf(short)).toEqual({ text: short, withText: expect.any(Function) });
    const preview = `${'a'.repeat(5000)}${'b'.repeat(5000)}`;
    expect(resultOf(long)).toMatchObject({ text: long, preview, shownChars: 10_000 });
  });
});

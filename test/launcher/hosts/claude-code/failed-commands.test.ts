import { execFileSync, spawn } from 'node:child_process';
import { appendFileSync, closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { shortenOutput } from '../../../../launcher/hooks/process/shorten-output.ts';
import { createFailedCommands } from '../../../../launcher/hosts/claude-code/hook-calls.ts';
import { failedCommandHooks } from '../../../../launcher/hosts/claude-code/host.ts';
import type { HookCall } from '../../../../launcher/hosts/host-hooks.ts';
import type { Launch } from '../../../../launcher/hosts/launch.ts';
import { NODE, ROOT } from '../../../runtime/started.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { listening } from '../../hooks/listening.ts';

/** Enough milliseconds for a few processes on a busy machine. */
const TIMEOUT = 60_000;
/** A command with a long output, and that output. */
const SPEAK = 'seq 1000';
const LONG = Array.from({ length: 1000 }, (_, at) => `${at + 1}\n`).join('');

const launchOf = (home: string): Launch => ({
  ...{ command: NODE, args: [`${ROOT}launcher/index.ts`], env: { MCP_PRUNER_HOME: home } },
});

/**
 * Returns what Claude Code 2.1.332 passes to its shell for a command. It is quoted unless it is a single plain word.
 */
const evalOf = (command: string): string => {
  const word = /^[\w./:=@+,-]+$/.test(command) ? command : `'${command.replaceAll("'", `'"'"'`)}'`;
  return `eval ${word} < /dev/null`;
};

interface Shell {
  readonly folder: string;
  readonly output: string;
  /** Runs a command as Claude Code 2.1.332 does, after our hook has run. Returns the exit code. */
  run(command: string): Promise<number | null>;
}

function shell(home: string, launch: Launch = launchOf(home)): Shell {
  const folder = tempDir();
  const output = path.join(folder, 'tasks', 'b1.output');
  const brought = path.join(folder, 'session-env', 'hook.sh');
  for (const name of ['tasks', 'started', 'session-env']) mkdirSync(path.join(folder, name));
  const [, { item }] = failedCommandHooks('pruner', launch) as [unknown, { item: unknown }];
  const [{ command: hook }] = (item as { hooks: [{ command: string }] }).hooks;
  // The hook runs again when a session is resumed.
  for (let start = 0; start < 2; start++) {
    execFileSync('/bin/sh', ['-c', hook], { env: { ...process.env, CLAUDE_ENV_FILE: brought } });
  }
  return {
    ...{ folder, output },
    async run(command) {
      const to = openSync(output, 'a');
      const line = `true && ${readFileSync(brought, 'utf8')}: && ${evalOf(command)} && pwd -P >| ${folder}/cwd`;
      const env = { ...process.env, CLAUDE_CODE_CHILD_NOTES_DIR: path.join(folder, 'started') };
      const child = spawn('bash', ['-c', line], { cwd: folder, env, stdio: ['pipe', to, to] });
      closeSync(to);
      return await new Promise((resolve) => child.once('close', resolve));
    },
  };
}

interface Asked {
  readonly executed: string;
  readonly output: string;
}

/** Starts a server that shortens each output to the word `short`, and records its requests. */
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

test(
  'the output of a command that failed is rewritten, and its exit code stays',
  async () => {
    const home = tempDir();
    const asked = await shortening(home);
    const { output, run } = shell(home);
    const command = `${SPEAK}; echo 'it'"'"'s' >&2; exit 3`;
    expect(await run(command)).toBe(3);
    expect(readFileSync(output, 'utf8')).toBe('short\n');
    expect(asked).toMatchObject([{ output: `${LONG}it's\n` }]);
    expect(asked[0]?.executed).toContain(evalOf(command));
  },
  TIMEOUT,
);

test(
  'whatever the command sets, its exit code stays, and nothing is added to its output',
  async () => {
    const home = tempDir();
    await shortening(home);
    for (const [command, code] of [
      [`set -e; ${SPEAK}; false`, 1],
      [`set -e; export NODE_OPTIONS=--no-such-flag; ${SPEAK}; exit 4`, 4],
      [`set -u; ${SPEAK}; exit 5`, 5],
      [`set -v; ${SPEAK}; exit 6`, 6],
      [`trap 'echo debug' DEBUG; ${SPEAK} >/dev/null; ${SPEAK}; exit 7`, 7],
    ] as const) {
      const { output, run } = shell(home);
      expect(await run(command)).toBe(code);
      expect(readFileSync(output, 'utf8')).toBe('short\n');
    }
    const traced = shell(home);
    expect(await traced.run('set -x; echo fine')).toBe(0);
    expect(readFileSync(traced.output, 'utf8')).not.toContain('mcp_pruner');
    const gone = shell(home, { ...launchOf(home), command: '/gone/node' });
    expect(await gone.run(`set -e; ${SPEAK}; false`)).toBe(1);
    expect(readFileSync(gone.output, 'utf8')).toBe(LONG);
  },
  TIMEOUT,
);

test(
  'a file of the user to which the output was redirected is not touched',
  async () => {
    const home = tempDir();
    const asked = await shortening(home);
    for (const command of [
      `exec >log 2>&1; ${SPEAK}; exit 3`,
      `speak() { ${SPEAK}; exit 3; }; speak >log 2>&1`,
      `ulimit -f 0; ${SPEAK}; exit 3`,
    ]) {
      const { folder, run } = shell(home);
      writeFileSync(path.join(folder, 'log'), 'earlier\n');
      expect(await run(command)).not.toBe(0);
      expect(readFileSync(path.join(folder, 'log'), 'utf8')).not.toContain('short');
    }
    expect(asked).toEqual([]);
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

test('what is no output of the session, or too long, stays', async () => {
  const home = tempDir();
  const asked = await shortening(home);
  const session = tempDir();
  const env = { CLAUDE_CODE_CHILD_NOTES_DIR: path.join(session, 'started') };
  for (const name of ['tasks', 'started']) mkdirSync(path.join(session, name));
  const shorten = async (file: string, given: object = env): Promise<string> => {
    const descriptor = openSync(file, 'a+');
    await shortenOutput({ host: 'claude-code', home, executed: '', descriptor, env: { ...given } });
    closeSync(descriptor);
    return readFileSync(file, 'utf8');
  };
  const [own, other] = [path.join(session, 'tasks', 'b1.output'), path.join(session, 'log')];
  for (const file of [own, other]) writeFileSync(file, LONG);
  expect(await shorten(other)).toBe(LONG);
  expect(await shorten(own, {})).toBe(LONG);
  expect(asked).toEqual([]);
  expect(await shorten(own)).toBe('short\n');
  for (const long of ['x'.repeat(5_000_000), '\0'.repeat(3_000_000)]) {
    writeFileSync(own, long);
    expect((await shorten(own)) === long).toBe(true);
  }
  expect(asked).toHaveLength(1);
});

describe('a command that failed is found among those that run', () => {
  const started = (id: string, args: object, more: object = {}): object => ({
    ...{ hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_use_id: id, tool_input: JSON.stringify(args) },
    ...{ transcript_path: '/s.jsonl', ...more },
  });
  let ranMs = 0;
  function find(executed: string, output: string, ...commands: readonly object[]): HookCall | undefined {
    let at = 0;
    const failed = createFailedCommands(() => at);
    for (const command of commands) failed.add({ ...command });
    at = ranMs;
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
    const subagent = started('t2', { command: 'make' }, { agent_id: 'a1' });
    expect(find(evalOf('make'), 'x', started('t1', { command: 'make' }), subagent)).toBeUndefined();
  });

  test('nor one that ran so long that Claude Code has moved it to the background', () => {
    const [usual, short] = [started('t1', { command: 'make' }), started('t1', { command: 'make', timeout: 2000 })];
    for (const [ms, isFound] of [
      [1999, [true, true]],
      [2000, [true, false]],
      [120_000, [false, false]],
    ] as const) {
      ranMs = ms;
      expect([usual, short].map((one) => find(evalOf('make'), 'x', one) !== undefined)).toEqual(isFound);
    }
    ranMs = 0;
  });

  test('and what Claude Code would show of its output is what shortening has to spare', () => {
    const [short, long] = ['x'.repeat(10_000), `${'a'.repeat(7000)}${'b'.repeat(7000)}`];
    const resultOf = (output: string) => find(evalOf('make'), output, started('t1', { command: 'make' }))?.result;
    expect(resultOf(short)).toEqual({ text: short, withText: expect.any(Function) });
    const preview = `${'a'.repeat(5000)}${'b'.repeat(5000)}`;
    expect(resultOf(long)).toMatchObject({ text: long, preview, shownChars: 10_000 });
  });
});

import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { cursorHook, fileOfCursorHook, isOurCursorHook } from '../../../../launcher/hosts/cursor/host.ts';
import { geminiHook } from '../../../../launcher/hosts/gemini/host.ts';
import type { Launch } from '../../../../launcher/hosts/launch.ts';
import { NODE } from '../../../runtime/started.ts';
import { tempDir } from '../../../support/temp-dir.ts';

interface Hook {
  readonly command: string;
  readonly matcher: string;
  readonly timeout: number;
}

/** Installs a package in a folder with an odd name. Its hook prints its arguments. */
function installed() {
  const folder = path.join(tempDir(), "ann's tools");
  const file = path.join(folder, 'dist/bin/hook.cjs');
  mkdirSync(path.dirname(file), { recursive: true });
  const tells =
    "process.stdout.write([process.argv[2], process.env.MCP_PRUNER_HOME, require('node:fs').readFileSync(0, 'utf8')].join(' '))";
  writeFileSync(file, tells);
  return { folder, file, entry: path.join(folder, 'dist/index.js') };
}

const hookOf = (launch: Partial<Launch>): Hook =>
  cursorHook({ command: NODE, args: [], env: {}, ...launch }, 'linux') as Hook;

/** Runs the command in a shell with a `node` on PATH. */
async function run({ command }: Hook, shell = 'bash') {
  const bin = tempDir();
  symlinkSync(NODE, path.join(bin, 'node'));
  const env = { HOME: bin, PATH: `${bin}:${process.env['PATH']}` };
  const child = spawn(shell, ['-c', command], { env, stdio: ['pipe', 'pipe', 'pipe'] });
  // If the hook's program is gone, nobody reads the input.
  child.stdin.on('error', () => {});
  child.stdin.end('given');
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [status, stdout, stderr] = await Promise.all([exited, text(child.stdout), text(child.stderr)]);
  return { status, stdout, stderr };
}

const ANSWERED = { status: 0, stdout: 'cursor  given', stderr: '' };
const PASSED = { status: 0, stdout: '', stderr: '' };

test('the command runs our hook, whatever the path and the shell', async () => {
  const { entry } = installed();
  for (const shell of ['bash', 'sh']) expect(await run(hookOf({ args: [entry] }), shell)).toEqual(ANSWERED);
});

test('a Node that an update took away is another one, and a hook that is gone lets the result pass', async () => {
  const { entry, folder } = installed();
  expect(await run(hookOf({ command: '/opt/node-of-last-year/bin/node', args: [entry] }))).toEqual(ANSWERED);
  expect(await run(hookOf({ args: [path.join(folder, 'none/index.js')] }))).toEqual(PASSED);
  const locked = path.join(folder, 'node');
  writeFileSync(locked, '');
  chmodSync(locked, 0o644);
  expect(await run(hookOf({ command: locked, args: [entry] }))).toEqual(ANSWERED);
});

test('a program of ours is run where paths change with each update, and nothing where it is gone', async () => {
  const { folder } = installed();
  const command = path.join(folder, 'mcp-pruner');
  expect(await run(hookOf({ command }))).toEqual(PASSED);
  writeFileSync(command, '#!/bin/sh\necho "$@ $MCP_PRUNER_HOME"\nexit 2\n', { mode: 0o700 });
  const hook = hookOf({ command, env: { MCP_PRUNER_HOME: '/srv/kept' } });
  expect(await run(hook)).toEqual({ status: 0, stdout: 'hook cursor /srv/kept\n', stderr: '' });
  expect(fileOfCursorHook(hook)).toBe(command);
});

test('a folder of its own for what is stored is told to the hook', async () => {
  const { entry, file } = installed();
  const hook = hookOf({ args: [entry], env: { MCP_PRUNER_HOME: "/srv/ann's", MCP_PRUNER_HOOKS: 'on' } });
  expect(await run(hook)).toEqual({ ...ANSWERED, stdout: "cursor /srv/ann's given" });
  expect(fileOfCursorHook(hook)).toBe(file);
});

test('no text holds what Cursor takes for the beginning of a comment', () => {
  for (const platform of ['linux', 'win32'] as const) {
    const env = { MCP_PRUNER_HOME: '//srv//kept' };
    const hook = cursorHook({ command: '/opt//node', args: ['/opt//mcp-pruner///dist/index.js'], env }, platform);
    expect(JSON.stringify(hook)).not.toContain('//');
  }
});

test('the hook is known again, and so is its file', () => {
  const { entry, file } = installed();
  expect(fileOfCursorHook(hookOf({ args: [entry] }))).toBe(file);
  expect(fileOfCursorHook(hookOf({ args: ['/opt/launcher/main.ts'] }))).toBe(
    '/opt/launcher/hooks/process/hook-process.ts',
  );
  const home = { MCP_PRUNER_HOME: 'D:\\kept' };
  const launch = { command: 'C:\\node.exe', args: ["/ann's/dist/index.js"], env: home };
  const onWindows = cursorHook(launch, 'win32') as Hook;
  expect(onWindows.command).toMatch(/^node "[^"]*" cursor "D:\\kept"$/);
  expect(fileOfCursorHook(onWindows)).toBe("/ann's/dist/bin/hook.cjs");
  const { hooks } = geminiHook({ ...launch, args: [entry] }, 'linux') as { readonly hooks: readonly Hook[] };
  for (const other of [
    ...[undefined, null, 'text', {}, { command: 7 }, { command: 'mcp-pruner hook cursor' }, hooks[0]],
    ...["sh -c 'exit 0'", "sh -c '[ -f /x/hook.cjs ] && rm /x'", 'node "other.js" cursor'].map((command) => ({
      command,
    })),
  ]) {
    expect(isOurCursorHook(other)).toBe(false);
  }
});

test('the host asks about tools of other MCP servers alone, and never lets a fault stop a call', () => {
  const hook = hookOf({ args: ['/opt/dist/index.js'] });
  expect(Object.keys(hook)).toEqual(['command', 'matcher', 'timeout']);
  expect(hook.timeout).toBe(5);
  const asks = (tool: string): boolean => new RegExp(hook.matcher).test(tool);
  expect(['MCP:show_source', 'MCP:files:show_source', 'MCP:read_file'].every(asks)).toBe(true);
  expect(['Read', 'Shell', 'MCP:read', 'MCP:pruner:read', 'MCP:mcp_github_search', 'x MCP:a'].some(asks)).toBe(false);
});

import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { hookFolder } from '../../../../launcher/hosts/hook-client/hook-server.ts';
import { NODE, ROOT } from '../../../runtime/started.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { listening } from '../listening.ts';

const HOOK = `${ROOT}launcher/hooks/process/hook-process.ts`;
const LONG = 'x'.repeat(5000);

/** Runs the hook process, and returns its output and exit code. */
async function hook(home: string, input: unknown, host = 'codex', more: Readonly<Record<string, string>> = {}) {
  const env = { ...process.env, ...more };
  const child = spawn(NODE, [HOOK, host, home], { env, stdio: ['pipe', 'pipe', 'pipe'] });
  child.stdin.end(typeof input === 'string' ? input : JSON.stringify(input));
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
  return { stdout, stderr, code };
}

const PASSED = { stdout: '', stderr: '', code: 0 };

test('a hook prints what the server of its host answers, whatever the lines of its input', async () => {
  const home = tempDir();
  await listening(home);
  const input = { tool_response: `${LONG}\nü` };
  const { stdout, code } = await hook(home, JSON.stringify(input, null, 2));
  expect(JSON.parse(stdout)).toMatchObject({ asked: { host: 'codex', input } });
  expect(code).toBe(0);
});

test('an answer of megabytes is printed whole', async () => {
  const home = tempDir();
  const reason = 'ü'.repeat(3_000_000);
  await listening(home, { answer: async () => ({ reason }) });
  const { stdout } = await hook(home, { tool_response: LONG });
  expect((JSON.parse(stdout) as { reason: string }).reason === reason).toBe(true);
});

test('results below the size are not sent', async () => {
  const home = tempDir();
  let asked = 0;
  await listening(home, { minChars: 100, answer: async () => ({ asked: ++asked }) });
  expect(await hook(home, { tool_response: { output: 'x'.repeat(99) } })).toEqual(PASSED);
  expect(asked).toBe(0);
  expect((await hook(home, { tool_response: { output: 'x'.repeat(100) } })).stdout).toBe('{"asked":1}');
});

test('a result passes if no server is there, of another host alone, or for what is no hook', async () => {
  const home = tempDir();
  expect(await hook(home, { tool_response: LONG })).toEqual(PASSED);
  await listening(home, { client: 'gemini-cli' });
  expect(await hook(home, { tool_response: LONG })).toEqual(PASSED);
  expect(await hook(home, { tool_response: LONG }, 'other')).toEqual(PASSED);
  for (const input of ['', 'null', `"${LONG}"`, `{"tool_response":"${LONG}`]) {
    expect(await hook(home, input, 'gemini')).toEqual(PASSED);
  }
});

test('a result of 50 MB passes, and is taken whole', async () => {
  const home = tempDir();
  await listening(home);
  expect(await hook(home, { tool_response: 'x'.repeat(50_000_000) })).toEqual(PASSED);
});

test('a result passes if the server does not answer in time', async () => {
  const home = tempDir();
  await listening(home, { timeoutMs: 10, answer: () => new Promise(() => {}) });
  expect(await hook(home, { tool_response: LONG })).toEqual(PASSED);
});

test('a result passes if the server is killed in the middle of its answer, or says nothing', async () => {
  for (const half of ['{"decision":"blo', '{}\n', 'null\n', '1\n', 'x\n']) {
    const home = tempDir();
    const { server } = await listening(home);
    const socket = path.join(home, 'other.sock');
    const other = createServer((connection) => connection.end(half));
    await new Promise<void>((resolve) => other.listen(socket, resolve));
    onTestFinished(() => void other.close());
    const described = server.socket.replace(/sock$/, 'json');
    writeFileSync(described, JSON.stringify({ ...server, socket }));
    expect(await hook(home, { tool_response: LONG })).toEqual(PASSED);
  }
});

test('a server that was killed is passed over for the next', async () => {
  const home = tempDir();
  const { server } = await listening(home);
  mkdirSync(hookFolder(home), { recursive: true });
  const killed = { ...server, socket: path.join(home, 'gone.sock') };
  writeFileSync(path.join(hookFolder(home), '0.json'), JSON.stringify(killed));
  expect((await hook(home, { tool_response: LONG })).stdout).toContain('asked');
});

test('a hook of Claude Code’s settings that Cursor runs says nothing, since Cursor has one of its own', async () => {
  const home = tempDir();
  await listening(home, { client: 'claude-code' });
  const input = { tool_response: LONG };
  expect((await hook(home, input, 'claude-code')).stdout).toContain('asked');
  expect(await hook(home, { ...input, cursor_version: '2.4.0' }, 'claude-code')).toEqual(PASSED);
  expect(await hook(home, input, 'claude-code', { CURSOR_VERSION: '2.4.0' })).toEqual(PASSED);
});

test('of several servers of Cursor the one of the workspace answers, also if no folder is told', async () => {
  const home = tempDir();
  for (const root of ['/other', '/p', '/else']) {
    await listening(home, { client: 'cursor-vscode', root, answer: async () => ({ root }) });
  }
  const input = { tool_output: LONG, cwd: '', workspace_roots: ['/p/src'] };
  expect((await hook(home, input, 'cursor')).stdout).toBe('{"root":"/p"}');
  for (const roots of [null, undefined, [], [7], 'p']) {
    expect((await hook(home, { ...input, workspace_roots: roots }, 'cursor')).stdout).toContain('root');
  }
});

import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { fileOfGeminiHook, geminiHook, isOurGeminiHook } from '../../../../launcher/hosts/gemini/host.ts';
import { NODE } from '../../../runtime/started.ts';
import { tempDir } from '../../../support/temp-dir.ts';

interface Hook {
  readonly hooks: readonly [{ readonly command: string; readonly env?: object }];
}

/** Installs a package in a folder with an odd name. Its hook prints its arguments. */
function installed() {
  const folder = path.join(tempDir(), "ann's tools");
  const file = path.join(folder, 'dist/bin/hook.cjs');
  mkdirSync(path.dirname(file), { recursive: true });
  const tells = "process.stdout.write(process.argv[2] + ' ' + require('node:fs').readFileSync(0, 'utf8'))";
  writeFileSync(file, tells);
  return { folder, file, entry: path.join(folder, 'dist/index.js') };
}

const hookOf = (command: string, entry: string, env = {}): Hook =>
  geminiHook({ command, args: [entry], env }, 'linux') as Hook;

/** Runs the command as Gemini CLI does, with a `node` on PATH. */
async function run({ hooks: [{ command }] }: Hook) {
  const bin = tempDir();
  symlinkSync(NODE, path.join(bin, 'node'));
  const env = { HOME: bin, PATH: `${bin}:${process.env['PATH']}` };
  const child = spawn('bash', ['-c', command], { env, stdio: ['pipe', 'pipe', 'pipe'] });
  // If the hook's program is gone, nobody reads the input.
  child.stdin.on('error', () => {});
  child.stdin.end('given');
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [status, stdout, stderr] = await Promise.all([exited, text(child.stdout), text(child.stderr)]);
  return { status, stdout, stderr };
}

const ANSWERED = { status: 0, stdout: 'gemini given', stderr: '' };
const PASSED = { status: 0, stdout: '', stderr: '' };

test('the command runs our hook, whatever the path', async () => {
  const { entry } = installed();
  expect(await run(hookOf(NODE, entry))).toEqual(ANSWERED);
});

test('a Node that an update took away is another one, and a hook that is gone lets the result pass', async () => {
  const { entry, folder } = installed();
  expect(await run(hookOf('/opt/node-of-last-year/bin/node', entry))).toEqual(ANSWERED);
  expect(await run(hookOf(NODE, path.join(folder, 'none/index.js')))).toEqual(PASSED);
  const locked = path.join(folder, 'node');
  writeFileSync(locked, '');
  chmodSync(locked, 0o644);
  expect(await run(hookOf(locked, entry))).toEqual(ANSWERED);
});

test('the hook is known again, and so is its file', () => {
  const { entry, file } = installed();
  expect(fileOfGeminiHook(hookOf(NODE, entry))).toBe(file);
  expect(fileOfGeminiHook(hookOf(NODE, '/opt/mcp-pruner/dist/index.js'))).toBe('/opt/mcp-pruner/dist/bin/hook.cjs');
  const onWindows = geminiHook({ command: 'C:\\node.exe', args: ["/ann's/dist/index.js"], env: {} }, 'win32');
  expect(fileOfGeminiHook(onWindows)).toBe("/ann's/dist/bin/hook.cjs");
  for (const other of [
    undefined,
    { matcher: 'read_file', hooks: [] },
    { hooks: [{ type: 'command', command: 'mcp-pruner' }] },
    { hooks: [...hookOf(NODE, entry).hooks, { type: 'command', command: 'other' }] },
  ]) {
    expect(isOurGeminiHook(other)).toBe(false);
  }
});

test('a folder of its own for what is stored is told to the hook', () => {
  const { entry } = installed();
  const { hooks } = hookOf(NODE, entry, { MCP_PRUNER_HOME: '/srv/kept', MCP_PRUNER_HOOKS: 'on' });
  expect(hooks[0].env).toEqual({ MCP_PRUNER_HOME: '/srv/kept' });
  expect(hookOf(NODE, entry).hooks[0].env).toBeUndefined();
});

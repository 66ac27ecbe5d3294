import { spawn, spawnSync } from 'node:child_process';
import { existsSync, openSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { CommandContext } from '../../../launcher/cli/command.ts';
import { runHookCommand } from '../../../launcher/cli/hook-command.ts';
import { cursorHook } from '../../../launcher/hosts/cursor/host.ts';
import { loadO200k } from '../../../src/base/tokens/o200k.ts';
import { built } from '../../runtime/built.ts';
import { NODE } from '../../runtime/started.ts';
import { startLauncher } from '../../support/launcher.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { until } from '../../support/until.ts';
import { endedCommand, PRINTED } from '../hosts/codex/codex-session.ts';
import { cursorSession } from '../hosts/cursor/cursor-session.ts';

const INITIALIZE = {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'claude-code', version: '2' },
};

async function connected(folder: string, env: Readonly<Record<string, string>>, client = 'claude-code') {
  const launcher = startLauncher(folder, { MCP_PRUNER_HOME: folder, ...env });
  await launcher.request('initialize', { ...INITIALIZE, clientInfo: { name: client, version: '2' } });
  return launcher;
}

const isDescription = (file: unknown): boolean => /hooks.s[0-9a-f]+\.json$/.test(String(file));

/** Starts a server that shortens results of hooks, and waits until hooks can find it. */
async function hearing(folder: string, client: string) {
  const launcher = await connected(
    folder,
    { MCP_PRUNER_HOOKS: 'on', MCP_PRUNER_HOOK_CUTS: 'more', MCP_PRUNER_HOOK_TIMEOUT_MS: '60000' },
    client,
  );
  await launcher.request('tools/list');
  await until(async () => readdirSync(folder, { recursive: true }).some(isDescription) || undefined);
  return launcher;
}

test('the server that a host runs answers its hooks, and offers its model nothing for it', async () => {
  const folder = tempDir();
  const launcher = await connected(folder, {
    MCP_PRUNER_HOOKS: 'on',
    MCP_PRUNER_HOOK_CUTS: 'more',
    MCP_PRUNER_HOOK_TIMEOUT_MS: '60000',
  });
  const { result: listed } = await launcher.request('tools/list');
  expect((listed?.['tools'] as { name: string }[] | undefined)?.map(({ name }) => name)).not.toContain('hook');
  const arguments_ = { host: 'codex', ...endedCommand(folder) };
  const { result } = await launcher.request('tools/call', { name: 'hook', arguments: arguments_ });
  const [block] = (result?.['content'] ?? []) as { text: string }[];
  const { reason } = JSON.parse(block?.text ?? '') as { reason: string };
  expect(reason).toContain('export function update_refund');
  expect(reason.length).toBeLessThan(PRINTED.length / 2);
  const [, ref] = /ref="(ax:[^"]+)"/.exec(reason) ?? [];
  const back = await launcher.request('tools/call', {
    name: 'artifact',
    arguments: { ref, pattern: 'update_wishlist' },
  });
  expect(JSON.stringify(back.result)).toContain('export function update_wishlist');
});

test.each(['on', 'shadow'])(
  'where hooks are %s, only the tool that gives lines back is listed, in few words, and none of it is lost',
  async (mode) => {
    const folder = tempDir();
    const launcher = await connected(folder, {
      MCP_PRUNER_HOOKS: mode,
      MCP_PRUNER_HOOK_CUTS: 'more',
      MCP_PRUNER_TOOLS: 'artifact',
    });
    const { result } = await launcher.request('tools/list');
    const tools = (result?.['tools'] ?? []) as readonly { readonly name: string }[];
    expect(tools.map(({ name }) => name)).toEqual(['artifact']);
    const count = await loadO200k();
    expect(count(JSON.stringify(tools.map(({ name, ...rest }) => ({ name, ...rest }))))).toBeLessThan(170);
    const again = await launcher.request('initialize', INITIALIZE);
    expect(again.result).not.toHaveProperty('instructions');
    expect(again.result?.['capabilities']).not.toHaveProperty('resources');
    const read = await launcher.request('tools/call', { name: 'read', arguments: { file_path: 'package.json' } });
    expect(read.error).toBeUndefined();
  },
);

test.each([
  ['no servers', '{ "mcpServers": {} }', false],
  ['nothing', '{}', false],
  ['a server', '{ "mcpServers": { "files": { "command": "files" } } }', true],
  ['what cannot be read', '{ "mcpServers": { ', true],
])(
  'resources, for which some hosts add tools, are offered only for other servers: of a file with %s',
  async (_, config, offered) => {
    const folder = tempDir();
    writeFileSync(path.join(folder, 'mcp-config.json'), config);
    const launcher = await connected(folder, {
      MCP_PRUNER_HOOKS: 'on',
      MCP_PRUNER_HOOK_CUTS: 'more',
      MCP_PRUNER_TOOLS: 'artifact',
    });
    const { result } = await launcher.request('initialize', INITIALIZE);
    expect(Object.keys(result?.['capabilities'] ?? {}).includes('resources')).toBe(offered);
  },
);

test.each([
  ['no hook is answered', { MCP_PRUNER_HOOKS: 'off', MCP_PRUNER_TOOLS: 'artifact' }],
  ['the user wants all', { MCP_PRUNER_HOOKS: 'on', MCP_PRUNER_HOOK_CUTS: 'more', MCP_PRUNER_TOOLS: 'all' }],
])('all tools are listed where %s', async (_, env) => {
  const launcher = await connected(tempDir(), env);
  const { result } = await launcher.request('tools/list');
  const tools = (result?.['tools'] ?? []) as readonly { readonly name: string }[];
  expect(tools.map(({ name }) => name)).toEqual(['read', 'bash', 'grep', 'artifact']);
});

test('until it is switched on, and for what is no call, every result passes', async () => {
  const folder = tempDir();
  const launcher = await connected(folder, {});
  for (const call of [{ host: 'codex', ...endedCommand(folder) }, {}, 'text', undefined]) {
    const { result } = await launcher.request('tools/call', { name: 'hook', arguments: call });
    expect(result?.['content']).toEqual([{ type: 'text', text: '{}' }]);
  }
});

/** Returns what `mcp-pruner hook` prints for an input. */
async function hooked(folder: string, input: object): Promise<string> {
  const env = { PATH: process.env['PATH'], HOME: folder, MCP_PRUNER_HOME: folder };
  const child = spawn(NODE, [built('bin'), 'hook', 'codex'], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(input));
  return await text(child.stdout);
}

test('a hook that is a process is answered by the server that runs, which leaves no socket', async () => {
  const folder = tempDir();
  const launcher = await hearing(folder, 'codex-mcp-client');
  const event = endedCommand(folder);
  const { reason } = JSON.parse(await hooked(folder, event)) as { reason: string };
  expect(reason).toContain('export function update_refund');
  await launcher.end();
  expect(readdirSync(path.join(folder, 'hooks'))).toEqual([]);
  expect(await hooked(folder, event)).toBe('');
});

test('the command waits for an input that comes late, since a pipe of streams has nothing to read at once', async () => {
  const folder = tempDir();
  await hearing(folder, 'codex-mcp-client');
  const event = endedCommand(folder);
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const context = { env: { MCP_PRUNER_HOME: folder }, cwd: folder, stdin, stdout, stop: new AbortController().signal };
  const ended = runHookCommand(context as unknown as CommandContext, {}, ['codex']);
  stdin.end(JSON.stringify(event));
  expect(await ended).toBe(0);
  expect(JSON.parse(String(stdout.read()))).toMatchObject({
    reason: expect.stringContaining('function update_refund'),
  });
});

/** Runs the command that `init` writes for Cursor, in a shell and in Cursor's working folder. Returns its output. */
async function inCursor(folder: string, input: object) {
  const launch = { command: NODE, args: [built('bin')], env: { MCP_PRUNER_HOME: folder } };
  const { command } = cursorHook(launch, process.platform) as { readonly command: string };
  const env = { PATH: process.env['PATH'], HOME: folder };
  const cwd = path.join(folder, '.cursor');
  const child = spawn(command, { env, cwd, shell: true, stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(input));
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [stdout, code] = await Promise.all([text(child.stdout), exited]);
  return { stdout, code };
}

test('the command that Cursor is given shortens a result of another MCP server, and passes without a server', async () => {
  const folder = tempDir();
  const launcher = await hearing(folder, 'cursor-vscode');
  const session = cursorSession(folder);
  session.said('I look at how a refund is updated.');
  const { stdout, code } = await inCursor(folder, session.hooked());
  expect(code).toBe(0);
  const { updated_mcp_tool_output: output } = JSON.parse(stdout) as {
    updated_mcp_tool_output: { readonly content: readonly { readonly text: string }[] };
  };
  const shown = output.content[0]?.text ?? '';
  expect(shown).toContain('export function update_refund');
  const [, said, ref] =
    /need: "(.*)"\. A line "\*" in \.mcp-prunerignore switches this off\. All of it: tool artifact, ref="(ax:[^"]+)"\]$/.exec(
      shown,
    ) ?? [];
  expect(said).toBe('I look at how a refund is updated.');
  const arguments_ = { ref, pattern: 'update_wishlist' };
  const back = await launcher.request('tools/call', { name: 'artifact', arguments: arguments_ });
  expect(JSON.stringify(back.result)).toContain('export function update_wishlist');
  const passes = { stdout: '', code: 0 };
  expect(await inCursor(folder, session.hooked({ transcript_path: null }))).toEqual(passes);
  expect(await inCursor(folder, session.hooked({ tool_name: 'Read' }))).toEqual(passes);
  expect(await inCursor(folder, session.hooked({}, { isError: true }))).toEqual(passes);
  await launcher.end();
  expect(await inCursor(folder, session.hooked())).toEqual(passes);
});

test.each([
  ['an input that cannot be read', ['codex'], 0],
  ['an option that is not known', ['claude-code', '--frob'], 1],
  ['a word too many', ['claude-code', 'more'], 1],
])('%s prints no answer, and never ends with 2, which means a refusal', (_, args, status) => {
  const folder = openSync(tempDir(), 'r');
  const run = spawnSync(NODE, [built('bin'), 'hook', ...args], {
    ...{ encoding: 'utf8', env: { HOME: '/none' }, stdio: [folder, 'pipe', 'pipe'] },
  });
  expect(run).toMatchObject({ status, stdout: '' });
  expect(run.stderr).not.toContain('    at ');
});

test('nobody listens while hooks are off', async () => {
  const folder = tempDir();
  const launcher = await connected(folder, { MCP_PRUNER_HOOKS: 'off' });
  await launcher.request('tools/list');
  await launcher.end();
  expect(existsSync(path.join(folder, 'hooks'))).toBe(false);
});

import { mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { type Launcher, type Reply, startLauncher } from '../../support/launcher.ts';
import { tempDir } from '../../support/temp-dir.ts';

/** Creates a project with a worktree and a folder in it. Each has a file `a.txt` that names its place. */
function project() {
  const root = realpathSync(tempDir());
  const worktree = path.join(root, '.claude/worktrees/side');
  for (const folder of ['', 'sub', '.claude/worktrees/side']) {
    mkdirSync(path.join(root, folder), { recursive: true });
    writeFileSync(path.join(root, folder, 'a.txt'), `here: ${folder || 'root'}\n`);
  }
  return { root, worktree };
}

async function connected(root: string, env = {}, capabilities = {}): Promise<Launcher> {
  const launcher = startLauncher(root, { MCP_PRUNER_HOME: path.join(root, '.home'), ...env });
  const clientInfo = { name: 'claude-code', version: '2' };
  await launcher.request('initialize', { protocolVersion: '2025-11-25', capabilities, clientInfo });
  return launcher;
}

/**
 * Announces a call by Claude Code's hook, as Claude Code does before each call, and makes the call. Returns its text.
 */
async function callIn(launcher: Launcher, folder: string, name: string, args: object): Promise<string> {
  const id = `call-${launcher.messages.length}`;
  const told = { hook_event_name: 'PreToolUse', tool_use_id: id, cwd: folder, transcript_path: '/none.jsonl' };
  await launcher.request('tools/call', { name: 'hook', arguments: told });
  const _meta = { 'claudecode/toolUseId': id };
  return textOf(await launcher.request('tools/call', { name, arguments: args, _meta }));
}

const textOf = ({ result }: Reply): string => {
  const [block] = (result?.['content'] ?? []) as { readonly text: string }[];
  return block?.text ?? '';
};

test('read, bash and grep go where the agent is, and say so', async () => {
  const { root, worktree } = project();
  const launcher = await connected(root);
  const inWorktree = (name: string, args: object) => callIn(launcher, worktree, name, args);
  expect(await callIn(launcher, root, 'read', { file_path: 'a.txt' })).toBe('here: root\n');
  expect(await inWorktree('read', { file_path: 'a.txt' })).toBe(`here: .claude/worktrees/side\n\n[in ${worktree}]`);
  expect(await inWorktree('bash', { command: 'pwd' })).toBe(`${worktree}\n[exit code 0]\n[in ${worktree}]`);
  const found = await inWorktree('grep', { pattern: 'here' });
  expect(found).toContain('a.txt:1');
  expect(found).not.toContain('worktrees/side/a.txt');
  expect(found).toContain(`[in ${worktree}]`);
  expect(await callIn(launcher, root, 'bash', { command: 'pwd' })).toBe(`${root}\n[exit code 0]`);
});

test('after a cd, the whole project can still be named', async () => {
  const { root } = project();
  const launcher = await connected(root);
  const sub = path.join(root, 'sub');
  const inSub = (name: string, args: object) => callIn(launcher, sub, name, args);
  expect(await inSub('read', { file_path: '../a.txt' })).toContain('here: root');
  expect(await inSub('read', { file_path: path.join(root, 'a.txt') })).toContain('here: root');
  expect(await inSub('bash', { command: 'pwd', cwd: '..' })).toContain(`${root}\n[exit code 0]`);
  expect(await inSub('grep', { pattern: 'here', path: '..' })).toContain('here: root');
  expect(await inSub('read', { file_path: '../../a.txt' })).toContain('invalid_params');
});

test('a folder that is gone is named, with what mends it', async () => {
  const { root, worktree } = project();
  const launcher = await connected(root);
  rmSync(worktree, { recursive: true });
  for (const [name, args] of [
    ['read', { file_path: 'a.txt' }],
    ['bash', { command: 'pwd' }],
    ['grep', { pattern: 'here' }],
  ] as const) {
    const said = await callIn(launcher, worktree, name, args);
    expect(said).toMatch(/^\[folder_gone: the working folder ".*side" no longer exists: change to an existing folder/);
  }
});

test('MCP_PRUNER_CWD goes before what hooks and roots say', async () => {
  const { root, worktree } = project();
  const launcher = await connected(root, { MCP_PRUNER_CWD: root }, { roots: { listChanged: true } });
  expect(await callIn(launcher, worktree, 'read', { file_path: 'a.txt' })).toBe('here: root\n');
});

test('a client without hooks is asked for its roots, in a session and in single requests', async () => {
  const { root, worktree } = project();
  const roots = [{ uri: pathToFileURL(worktree).href }];
  const session = await connected(root, {}, { roots: { listChanged: true } });
  const answering = session.request('tools/call', { name: 'read', arguments: { file_path: 'a.txt' } });
  const { id } = await session.next(({ method }) => method === 'roots/list');
  session.send(JSON.stringify({ jsonrpc: '2.0', id, result: { roots } }));
  expect(textOf(await answering)).toContain(`[in ${worktree}]`);

  const single = startLauncher(root);
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': { roots: {} },
  };
  const asked = { name: 'read', arguments: { file_path: 'a.txt' }, _meta };
  const { result } = await single.request('tools/call', asked);
  const { inputRequests, requestState } = result as { inputRequests: Record<string, object>; requestState: string };
  expect(Object.values(inputRequests)).toEqual([{ method: 'roots/list' }]);
  const inputResponses = Object.fromEntries(Object.keys(inputRequests).map((key) => [key, { roots }]));
  const answer = await single.request('tools/call', { ...asked, requestState, inputResponses });
  expect(answer.result?.['structuredContent']).toMatchObject({
    content: 'here: .claude/worktrees/side\n',
    folder: worktree,
  });
});

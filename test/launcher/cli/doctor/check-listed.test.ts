import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { CheckResult, Installation } from '../../../../launcher/cli/doctor/check.ts';
import { checkListed } from '../../../../launcher/cli/doctor/check-listed.ts';
import { SETUP_HOSTS } from '../../../../launcher/setup/find-hosts.ts';
import { tempDir } from '../../../support/temp-dir.ts';

/** Returns what doctor reports if a host's program prints `list`. Undefined stands for a missing program. */
async function told(
  host: string,
  list: string | undefined,
  enabled = true,
  exitCode = 0,
): Promise<readonly CheckResult[]> {
  const folder = tempDir();
  const bin = path.join(folder, 'bin');
  mkdirSync(bin);
  const found = SETUP_HOSTS.find(({ name }) => name === host);
  if (found === undefined) throw new Error(`no host "${host}"`);
  if (list !== undefined) {
    writeFileSync(path.join(folder, 'list.txt'), list);
    const script = `#!/bin/sh\n[ "$*" = "${found.setup.listing?.join(' ')}" ] && cat "${folder}/list.txt"\nexit ${exitCode}\n`;
    writeFileSync(path.join(bin, found.setup.program), script, { mode: 0o755 });
  }
  const launch = { command: 'node', args: ['index.js'], env: {} };
  const servers = [{ name: 'pruner', file: 'settings.json', launch, enabled }];
  const setups = [{ host: found, installed: true, servers, taken: [], faults: [] }];
  const env = { PATH: `${bin}:${process.env['PATH']}` };
  return await checkListed({ setups, cwd: folder, env, stop: new AbortController().signal } as unknown as Installation);
}

// Output of versions 2.1.329, 0.169.0, 0.61.0 and 1.18.33.
const LISTS = {
  claude: (said: string) =>
    `Checking MCP server health…\n\nother: true - ✗ Failed to connect\npruner: node /failed/index.js - ${said}\n`,
  codex: (said: string) =>
    `Name    Command  Args         Env                   Cwd  Status   Auth\npruner  node     /x/index.js  MCP_PRUNER_HOOKS=***  -    ${said}  Unsupported\n`,
  gemini: (said: string) => `Configured MCP servers:\n\n○ pruner: node /x/index.js (stdio) - ${said}\n`,
  opencode: (said: string) =>
    `\u001b[0m\n┌  MCP Servers\n│\n●  ✓ pruner \u001b[90m${said}\n│      \u001b[90mnode /x/index.js\n`,
};

test.each([
  ['claude-code', LISTS.claude('✔ Connected')],
  ['codex', LISTS.codex('enabled')],
  ['gemini', LISTS.gemini('Connected')],
  ['opencode', LISTS.opencode('connected')],
])('%s says itself that it reaches us', async (host, list) => {
  expect(await told(host, list)).toEqual([expect.objectContaining({ id: `${host}-list`, status: 'PASS' })]);
});

test.each([
  ['claude-code', LISTS.claude('✘ Failed to connect')],
  ['claude-code', LISTS.claude('! Needs authentication')],
  ['codex', LISTS.codex('disabled')],
  ['gemini', LISTS.gemini('Disconnected')],
  ['opencode', LISTS.opencode('failed')],
])('%s says that it does not', async (host, list) => {
  expect(await told(host, list)).toEqual([expect.objectContaining({ id: `${host}-list`, status: 'FAIL' })]);
});

test('an approval that is pending is no failure', async () => {
  const [pending] = await told('claude-code', LISTS.claude('⏸ Pending approval'));
  expect(pending).toMatchObject({ status: 'WARN', fix: 'start Claude Code here, and approve the server' });
});

test('a folder that a host does not trust, and a server that it does not list, do not pass', async () => {
  const untrusted = `Warning: MCP servers are configured but disabled because this folder is untrusted.\n${LISTS.gemini('Disabled')}`;
  const [trust] = await told('gemini', untrusted);
  expect(trust).toMatchObject({ status: 'WARN', fix: 'start Gemini CLI here, and trust the folder' });
  const [missing] = await told('codex', 'No MCP servers configured yet.\n');
  expect(missing).toMatchObject({ status: 'WARN', fix: 'restart Codex, and approve the server if asked' });
});

test('what a program prints as it fails is not taken for an empty list', async () => {
  const [unknown] = await told('opencode', 'Unknown argument: pure\n', true, 1);
  expect(unknown).toMatchObject({ status: 'INFO', message: expect.stringContaining('exited with 1') });
  const [failed] = await told('opencode', LISTS.opencode('failed'), true, 1);
  expect(failed).toMatchObject({ status: 'FAIL' });
});

test('nothing is told where there is no program to ask, or nothing to ask about', async () => {
  expect(await told('codex', undefined)).toEqual([]);
  expect(await told('codex', LISTS.codex('disabled'), false)).toEqual([]);
  expect(await told('vscode', 'pruner\n')).toEqual([]);
});

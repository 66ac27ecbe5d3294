import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { tempDir } from '../../../support/temp-dir.ts';
import { SECRET, writeHostSamples } from '../../setup/import/host-samples.ts';
import { runInProcess } from '../run-in-process.ts';

function samples() {
  const home = tempDir();
  const cwd = path.join(home, 'project');
  writeHostSamples(home, cwd);
  const env = { HOME: home, XDG_CONFIG_HOME: path.join(home, '.config'), MCP_PRUNER_HOME: path.join(home, 'ours') };
  const run = (...args: string[]) => runInProcess(['mcp', 'import', ...args], { cwd, env });
  const file = path.join(home, 'ours/mcp-config.json');
  return { home, run, file, servers: () => JSON.parse(readFileSync(file, 'utf8')).mcpServers };
}

const textsUnder = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !name.startsWith('ours') && statSync(path.join(folder, name)).isFile())
    .map((name) => `${name}\n${readFileSync(path.join(folder, name), 'utf8')}`);

test('without a name import shows what there is, and adds nothing', async () => {
  const { run, file } = samples();
  const { code, stdout, stderr } = await run();
  expect(code).toBe(0);
  expect(stdout).toMatch(/^NAME +RESULT +HOST +COMMAND OR URL, OR WHY NOT\n/);
  expect(stdout).toMatch(/^cc-user +new +claude-code +https:\/\/cc\.example\/mcp$/m);
  expect(stdout).toMatch(/^code-asks +unusable +vscode +\$\{input:key\} cannot be filled in here$/m);
  expect(stderr).toBe('mcp-pruner: nothing was added: name servers, or use --all\n');
  expect(existsSync(file)).toBe(false);
});

test('import adds those named, warns of secrets, and writes no file of a host', async () => {
  const { home, run, file, servers } = samples();
  const before = textsUnder(home);
  const { code, stdout, stderr } = await run('cc-user', 'code', '--json');
  expect(code).toBe(0);
  const all = JSON.parse(stdout).servers as { name: string; result: string }[];
  expect(all.filter(({ result }) => result === 'added').map(({ name }) => name)).toEqual(['cc-user', 'code']);
  expect(Object.keys(servers())).toEqual(['cc-user', 'code']);
  expect(servers()['cc-user'].headers.Authorization).toBe(`Bearer ${SECRET}`);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(stderr).toContain('headers.Authorization of "cc-user" contains a secret');
  expect(stderr).toContain('"code": envFile is not imported');
  expect(stdout + stderr).not.toContain(SECRET);
  expect(textsUnder(home)).toEqual(before);
});

test('import --all adds what can be, once, and says why not of the rest', async () => {
  const { run, servers } = samples();
  const dry = await run('--all', '--dry-run');
  expect(dry.stdout).toMatch(/^codex-far +would add +codex +https:\/\/codex\.example\/mcp$/m);
  const { code, stdout } = await run('--all');
  expect(code).toBe(0);
  expect(stdout.replaceAll(/ +/g, ' ')).toBe(dry.stdout.replaceAll('would add', 'added').replaceAll(/ +/g, ' '));
  expect(Object.keys(servers())).toHaveLength(32);
  const again = await run('--all');
  expect(again.stdout).toMatch(/^codex-far +same +codex +it exists already$/m);
  expect(again.stdout).not.toMatch(/ added /);
});

test('--from looks at one host alone', async () => {
  const { run, servers } = samples();
  const { stdout } = await run('--from', 'gemini', '--from', 'opencode', '--all');
  expect(stdout).not.toContain('claude-code');
  expect(Object.keys(servers())).toEqual(['gemini-far', 'gemini-local', 'oc-local']);
  const wrong = await run('--from', 'emacs');
  expect(wrong).toMatchObject({ code: 2, stdout: '' });
  expect(wrong.stderr).toContain('cannot use --from "emacs": expected claude-code, claude-desktop, codex');
});

test('a name that is taken or unknown fails, and leaves the file as it is', async () => {
  const { run, file } = samples();
  await run('code');
  const text = readFileSync(file, 'utf8').replace('x.js', 'mine.js');
  writeFileSync(file, text);
  expect((await run('code')).code).toBe(1);
  expect((await run('code')).stdout).toMatch(/^code +taken +vscode +the name is taken$/m);
  const unknown = await run('nobody');
  expect(unknown.code).toBe(1);
  expect(unknown.stderr).toContain('cannot import "nobody": no host has a server of that name');
  expect((await run('code-asks')).code).toBe(1);
  expect((await run('--all', 'code')).code).toBe(2);
  expect(readFileSync(file, 'utf8')).toBe(text);
});

test('without a host there is nothing to import', async () => {
  const cwd = tempDir();
  const { code, stdout, stderr } = await runInProcess(['mcp', 'import'], { cwd, env: { XDG_CONFIG_HOME: cwd } });
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
  expect(stderr).toContain('no server is configured in claude-code, claude-desktop, codex');
});

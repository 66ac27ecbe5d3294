import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { tempDir } from '../../../support/temp-dir.ts';
import { runInProcess } from '../run-in-process.ts';

const SECRET = 'ghp_0123456789abcdefghijklmnopqrstuvwxyz';
const FILE = '.mcp-pruner/mcp-config.json';
const read = (cwd: string): string => readFileSync(path.join(cwd, FILE), 'utf8');
const serversOf = (cwd: string): Record<string, unknown> => JSON.parse(read(cwd)).mcpServers;
const mcp = (cwd: string, ...args: string[]) => runInProcess(['mcp', ...args], { cwd });

/** A configuration that a user wrote by hand. */
const COMMENTED = `{
  // mine
  "mcpServers": {
    "files": { "command": "files-mcp" }, // reads
    /* slow */
    "far": { "url": "https://example.com/mcp", "enabled": false },
  },
}
`;

function configured(cwd: string, text: string): string {
  const file = path.join(cwd, 'mine.jsonc');
  writeFileSync(file, text, { mode: 0o600 });
  return file;
}

test('add writes what was told, and nothing else, to a file that is the owner’s alone', async () => {
  const cwd = tempDir();
  const options = ['--env', 'A=1', '--env', 'B=x=y', '--cwd', 'sub', '--allow', 'read_*', '--block', '*_all'];
  const more = ['--timeout', '5000', '--no-shape', '--no-focus', '--disabled'];
  const ran = await mcp(cwd, 'add', 'files', ...options, ...more, '--', 'npx', '-y', 'files-mcp', '--json', '--help');
  expect(ran).toEqual({ code: 0, stdout: `Added "files" in ${path.join(cwd, FILE)}\n`, stderr: '' });
  expect(serversOf(cwd)).toEqual({
    files: {
      command: 'npx',
      args: ['-y', 'files-mcp', '--json', '--help'],
      env: { A: '1', B: 'x=y' },
      cwd: path.join(cwd, 'sub'),
      enabled: false,
      allowedTools: ['read_*'],
      blockedTools: ['*_all'],
      timeout: 5000,
      shape: false,
      focus: false,
    },
  });
  expect(statSync(path.join(cwd, FILE)).mode & 0o777).toBe(0o600);
  expect(existsSync(path.join(cwd, '.mcp-pruner/mcp-config.schema.json'))).toBe(true);
});

test('add takes an address with headers', async () => {
  const cwd = tempDir();
  const header = `Authorization: Bearer \${TOKEN}`;
  const ran = await mcp(cwd, 'add', 'far', '--url', 'https://example.com/mcp', '--header', header, '--json');
  expect(ran).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(ran.stdout)).toMatchObject({ name: 'far', changed: true, server: { transport: 'http' } });
  const headers = { Authorization: header.slice('Authorization: '.length) };
  expect(serversOf(cwd)).toEqual({ far: { url: 'https://example.com/mcp', headers } });
});

test('add warns of a secret that is typed itself, and never says it', async () => {
  const cwd = tempDir();
  const typed: string[][] = [
    ['a', '--env', `GITHUB_TOKEN=${SECRET}`, '--', 'server'],
    ['b', '--env', `PLAIN=${SECRET}`, '--', 'server'],
    ['c', '--url', 'https://example.com', '--header', `X-Api-Key: ${SECRET}`],
    ['d', '--', 'server', '--token', SECRET],
    ['e', '--url', `https://example.com/mcp?key=${SECRET}`],
  ];
  for (const args of typed) {
    for (const json of [[], ['--json']]) {
      const ran = await mcp(cwd, 'add', '--force', ...json, ...args);
      expect(ran.code).toBe(0);
      expect(ran.stderr).toMatch(/mcp-pruner: \S+ of "\w" contains a secret; use a reference instead/);
      expect(ran.stdout + ran.stderr).not.toContain(SECRET);
    }
  }
  expect(read(cwd)).toContain(SECRET);
  const quiet = await mcp(cwd, 'add', 'f', '--env', 'PORT=80', '--env', `KEY=\${KEY}`, '--', 'server');
  expect(quiet.stderr).toBe('');
});

test('a name that is taken is replaced when asked alone, and the rest of the file stays', async () => {
  const cwd = tempDir();
  const config = configured(cwd, COMMENTED);
  const taken = await mcp(cwd, 'add', 'files', '--config', config, '--', 'other');
  expect(taken).toMatchObject({ code: 1, stdout: '' });
  expect(taken.stderr).toContain('a server with that name already exists');
  expect(taken.stderr).toContain('--force replaces it');
  expect(readFileSync(config, 'utf8')).toBe(COMMENTED);
  expect(await mcp(cwd, 'add', 'files', '--force', '--config', config, '--', 'other')).toMatchObject({ code: 0 });
  expect(readFileSync(config, 'utf8')).toBe(COMMENTED.replace('files-mcp', 'other'));
});

test('remove, enable and disable keep comments and order, and say when nothing was to do', async () => {
  const cwd = tempDir();
  const config = configured(cwd, COMMENTED);
  const run = (...args: string[]) => mcp(cwd, ...args, '--config', config);
  expect(await run('enable', 'far')).toEqual({ code: 0, stdout: 'Enabled "far"\n', stderr: '' });
  expect(readFileSync(config, 'utf8')).toBe(COMMENTED.replace('false', 'true'));
  expect(await run('enable', 'far')).toEqual({ code: 0, stdout: '"far" is enabled already\n', stderr: '' });
  expect(await run('disable', 'far', '--json')).toMatchObject({
    code: 0,
    stdout: `${JSON.stringify({ name: 'far', file: config, changed: true })}\n`,
  });
  expect(readFileSync(config, 'utf8')).toBe(COMMENTED);
  expect(await run('remove', 'files')).toMatchObject({ code: 0, stdout: 'Removed "files"\n' });
  const left = readFileSync(config, 'utf8');
  expect(left).toContain('// mine');
  expect(left).toContain('/* slow */');
  expect(left).not.toContain('files-mcp');
});

test('of a name that is not there it is said which are', async () => {
  const cwd = tempDir();
  const config = configured(cwd, COMMENTED);
  for (const command of ['remove', 'enable', 'disable']) {
    const ran = await mcp(cwd, command, 'filse', '--config', config);
    expect(ran).toMatchObject({ code: 1, stdout: '' });
    expect(ran.stderr).toContain(`cannot ${command} the server "filse": no server has that name`);
    expect(ran.stderr).toContain('there are "files", "far"');
  }
  const none = await mcp(cwd, 'remove', 'x');
  expect(none.stderr).toContain('there is none\n');
});

test('a file that does not parse is refused and left as it is', async () => {
  const cwd = tempDir();
  const broken = '{ "mcpServers": { "a": { "command": "x" }';
  const config = configured(cwd, broken);
  const lines = [
    ['add', 'b', '--', 'y'],
    ['add', 'b', '--force', '--', 'y'],
    ['remove', 'a'],
    ['enable', 'a'],
    ['import', '--all'],
  ];
  for (const [command = '', ...args] of lines) {
    const ran = await mcp(cwd, command, '--config', config, ...args);
    expect(ran.code).toBe(1);
    expect(ran.stderr).toMatch(/line 1, column \d+: expected/);
    expect(readFileSync(config, 'utf8')).toBe(broken);
  }
});

test.each([
  [['add'], 'cannot add a server: expected a name'],
  [['add', 'x'], 'cannot add a server: expected -- COMMAND or --url URL'],
  [['add', 'x', '--'], 'cannot add a server: expected -- COMMAND or --url URL'],
  [['add', 'x', '--url', 'http://h', '--', 'y'], 'cannot add a server with --url and a command'],
  [['add', 'x', '--url', 'http://h', '--env', 'A=1'], 'cannot use --env without a command'],
  [['add', 'x', '--header', 'A: 1', '--', 'y'], 'cannot use --header without --url'],
  [['add', 'x', '--env', 'hunter2', '--', 'y'], 'cannot read --env number 1: expected K=V'],
  [['add', 'x', '--url', 'http://h', '--header', 'X-Key:', 'hunter2'], 'cannot use more than 1 argument before "--"'],
  [['add', 'x', '--timeout', '5', '--', 'y'], 'cannot use --timeout "5": expected an integer from 100 to 200000000'],
  [['add', 'x', '--url', 'ftp://hunter2@h'], 'expected an http or https URL without a user name or password'],
  [['add', '', '--', 'y'], 'expected 1 to 128 characters'],
  [['add', 'x', '--', 'npx', 'mcp-pruner'], 'it is mcp-pruner itself'],
  [['remove'], 'cannot remove a server: expected its name'],
  [['remove', 'a', 'b'], 'cannot use "b": expected mcp-pruner mcp remove NAME'],
  [['enable', '--colour', 'x'], "Unknown option '--colour'"],
  [['liste'], 'cannot run "liste": expected one of list, add'],
  [[], 'cannot run "mcp": expected'],
])('mcp %j is a usage error that writes nothing and says no value', async (args, message) => {
  const cwd = tempDir();
  const ran = await mcp(cwd, ...args);
  expect(ran).toMatchObject({ code: 2, stdout: '' });
  expect(ran.stderr).toContain(message);
  expect(ran.stderr).toMatch(/\nSee mcp-pruner mcp( \w+)? --help\n$/);
  expect(ran.stderr).not.toContain('hunter2');
  expect(existsSync(path.join(cwd, '.mcp-pruner'))).toBe(false);
});

test('with --json a failure is one object too, and no name in it moves the cursor', async () => {
  const cwd = tempDir();
  const config = configured(cwd, '{ "mcpServers": { "a": { "command": "x", "cwd": "\u202e\u009b2J" } } }');
  for (const args of [
    ['remove', 'none'],
    ['add', 'a', '--url', 'http://x/'],
    ['auth', 'a'],
    ['auth', 'none'],
  ]) {
    const { code, stdout, stderr } = await mcp(cwd, ...args, '--json', '--config', config);
    expect(code).toBe(1);
    expect(stderr).toBe(`mcp-pruner: ${JSON.parse(stdout).message}\n`);
    expect(JSON.parse(stdout)).toMatchObject({ name: args[1], ok: false });
  }
  const { stdout } = await mcp(cwd, 'list', '--json', '--config', config);
  expect(stdout).toContain('"cwd":"\\u202e\\u009b2J"');
});

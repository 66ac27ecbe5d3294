import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createRememberedLists } from '../../../../launcher/gateway/catalog/remembered-lists.ts';
import { checkServer } from '../../../../launcher/gateway/config/check-server.ts';
import { systemTimers } from '../../../../launcher/platform/timers.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { runInProcess } from '../run-in-process.ts';

const SECRET = 'ghp_0123456789abcdefghijklmnopqrstuvwxyz';
const OWN = {
  mcpServers: {
    files: { command: 'npx', args: ['-y', 'files mcp'], env: { TOKEN: SECRET }, blockedTools: ['write_*'] },
    far: { url: `https://example.com/mcp?key=${SECRET}`, enabled: false, allowedTools: ['a', 'b'] },
    wrong: { command: 'x', timeout: 1 },
  },
};
const SHARED = { mcpServers: { files: { command: 'evil' }, shared: { command: 'shared\u001b[2J-mcp' } } };

function project(): string {
  const cwd = tempDir();
  mkdirSync(path.join(cwd, '.mcp-pruner'));
  writeFileSync(path.join(cwd, '.mcp-pruner/mcp-config.json'), JSON.stringify(OWN), { mode: 0o600 });
  writeFileSync(path.join(cwd, '.mcp.json'), JSON.stringify(SHARED));
  return cwd;
}

test('list shows each server in a line, without secrets, and says what is wrong on stderr', async () => {
  const { code, stdout, stderr } = await runInProcess(['mcp', 'list'], { cwd: project() });
  expect(code).toBe(0);
  expect(stdout).toBe(
    [
      'NAME   STATE     TRANSPORT  TOOLS            FROM  COMMAND OR URL',
      'files  enabled   stdio      all but write_*  user  npx -y "files mcp"',
      'far    disabled  http       a b              user  https://example.com/mcp?key=…',
      'wrong  invalid   -          -                user  -',
      '',
    ].join('\n'),
  );
  expect(stderr).toContain('cannot use mcpServers.wrong.timeout 1: expected an integer');
  expect(stdout + stderr).not.toContain(SECRET);
});

test('list --project adds those of .mcp.json, where the user’s own go before, and no text moves the cursor', async () => {
  const cwd = project();
  for (const args of [['--project'], ['--project', '.'], ['--project', '--json'], ['--json', '--project', cwd]]) {
    const { code, stdout, stderr } = await runInProcess(['mcp', 'list', ...args], { cwd });
    expect(code).toBe(0);
    expect(stdout).toContain('shared\\u001b[2J-mcp');
    expect(stdout).not.toContain('evil');
    expect(stderr).toContain('ignored mcpServers["files"] of the project');
    expect(stdout + stderr).not.toContain('\u001b');
  }
});

test('list --json is one object', async () => {
  const cwd = project();
  const { stdout } = await runInProcess(['mcp', 'list', '--json'], { cwd });
  const { files, servers } = JSON.parse(stdout);
  expect(files).toEqual({ user: path.join(cwd, '.mcp-pruner/mcp-config.json') });
  expect(servers).toMatchObject([
    { name: 'files', state: 'enabled', source: 'user', transport: 'stdio', env: { TOKEN: '…' } },
    { name: 'far', state: 'disabled', allowedTools: ['a', 'b'] },
    { name: 'wrong', state: 'invalid', issues: [{ path: 'mcpServers.wrong.timeout' }] },
  ]);
  expect(stdout).not.toContain(SECRET);
});

test('on a terminal the head stands out, unless NO_COLOR is set', async () => {
  const cwd = project();
  const bold = await runInProcess(['mcp', 'list'], { cwd, terminal: true });
  expect(bold.stdout.split('\n')[0]?.split('\u001b')).toEqual(['', expect.stringMatching(/^\[1mNAME .*URL$/), '[22m']);
  const plain = await runInProcess(['mcp', 'list'], { cwd, terminal: true, env: { NO_COLOR: '1' } });
  expect(plain.stdout).toMatch(/^NAME /);
});

test('without a server it is said how to add one', async () => {
  const cwd = tempDir();
  const { code, stdout, stderr } = await runInProcess(['mcp', 'list'], { cwd });
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
  expect(stderr).toBe(
    `No servers in ${cwd}/.mcp-pruner/mcp-config.json: add one with mcp-pruner mcp add NAME -- COMMAND\n`,
  );
  const json = await runInProcess(['mcp', 'list', '--json'], { cwd });
  expect(JSON.parse(json.stdout)).toMatchObject({ servers: [] });
});

test('a file that cannot be read fails, and the other one is shown', async () => {
  const cwd = project();
  writeFileSync(path.join(cwd, '.mcp-pruner/mcp-config.json'), '{');
  const { code, stdout, stderr } = await runInProcess(['mcp', 'list', '--project'], { cwd });
  expect(code).toBe(1);
  expect(stdout).toContain('shared');
  expect(stderr).toContain('expected a closing brace');
});

test('a file whose secrets others may read is told of, and MCP_PRUNER_CONFIG names another', async () => {
  const cwd = project();
  const file = path.join(cwd, 'else.json');
  writeFileSync(file, JSON.stringify({ mcpServers: { a: { command: 'a', env: { TOKEN: SECRET } } } }));
  chmodSync(file, 0o644);
  const { stdout, stderr } = await runInProcess(['mcp', 'list'], { cwd, env: { MCP_PRUNER_CONFIG: 'else.json' } });
  expect(stdout).toContain('a     enabled');
  expect(stderr).toContain('run chmod 600 on it');
});

test('list says that tools are searched for where their definitions take too many tokens, and not where that is off', async () => {
  const cwd = tempDir();
  const home = path.join(cwd, '.mcp-pruner');
  mkdirSync(home);
  const entry = { command: 'x' };
  writeFileSync(path.join(home, 'mcp-config.json'), JSON.stringify({ mcpServers: { many: entry } }), { mode: 0o600 });
  const { server } = checkServer('many', entry);
  if (!server.ok) throw new Error('unreachable');
  const remembered = createRememberedLists(home, systemTimers);
  const tools = Array.from({ length: 30 }, (_, i) => ({ name: `tool_${i}`, inputSchema: { type: 'object' } }));
  remembered.write('many', server.config, { tools, prompts: [], used: {} });
  await remembered.flush();
  const env = { MCP_PRUNER_LAZY_TOKENS: '100' };
  const { stderr } = await runInProcess(['mcp', 'list'], { cwd, env });
  expect(stderr).toContain(
    'find_tool and call_tool instead of 30 tools, because the definitions take more than 100 tokens',
  );
  expect((await runInProcess(['mcp', 'list'], { cwd, env: { ...env, MCP_PRUNER_LAZY: 'off' } })).stderr).toBe('');
  expect((await runInProcess(['mcp', 'list'], { cwd })).stderr).toBe('');
});

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { NODE } from '../../../runtime/started.ts';
import { running } from '../../../support/running.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { runInProcess } from '../run-in-process.ts';

const SERVER = fileURLToPath(new URL('small-server.mjs', import.meta.url));
const SECRET = 'ghp_0123456789abcdefghijklmnopqrstuvwxyz';

function configured(mode = '', more: object = {}) {
  const cwd = tempDir();
  const pidFile = path.join(cwd, 'pid');
  const small = { command: NODE, args: [SERVER, pidFile, mode], env: { TOKEN: SECRET }, ...more };
  mkdirSync(path.join(cwd, '.mcp-pruner'));
  const config = { mcpServers: { small, wrong: { command: 'x', timeout: 1 }, far: { url: 'http://127.0.0.1:1/mcp' } } };
  writeFileSync(path.join(cwd, '.mcp-pruner/mcp-config.json'), JSON.stringify(config), { mode: 0o600 });
  const run = (args: readonly string[], around: { terminal?: boolean; stop?: AbortSignal } = {}) =>
    runInProcess(['mcp', 'test', ...args], { cwd, env: { PATH: process.env['PATH'] }, ...around });
  /**
   * Returns the last started server's pid if it still runs. The server may have ended before it could write its pid.
   */
  const left = async (): Promise<readonly number[]> =>
    existsSync(pidFile) ? running([Number(readFileSync(pidFile, 'utf8'))]) : [];
  return { run, left };
}

test('test shows what a server offers and what it costs, and leaves no process', async () => {
  const { run, left } = configured('stays', { blockedTools: ['write_*'], enabled: false });
  const { code, stdout, stderr } = await run(['small']);
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: expect.stringMatching(/^mcp-pruner: "small" is disabled in .*\n$/),
  });
  expect(stdout.replace(/in \d+ ms/, 'in N ms')).toBe(
    [
      'Connected to small in N ms: small 1.2.3, protocol 2025-11-25',
      'Tools: 2, 1 offered, 32 tokens of definitions',
      '  TOOL       TOKENS   DESCRIPTION',
      '  echo       32       Says it again.',
      '  write_all  blocked  evil \\u001b[2J',
      'Instructions: 28 tokens',
      '  Echo first.',
      '  Then greet\\u001b[2J.',
      'Resources: 1',
      '  small://a',
      'Resource templates: 0',
      'Prompts: 1',
      '  greet',
      '',
    ].join('\n'),
  );
  expect(await left()).toEqual([]);
});

test('test says which tools agents get, whose schema is mended, and why one is left out', async () => {
  const { run } = configured('odd', { blockedTools: ['write_*'] });
  const { stdout } = await run(['small']);
  expect(stdout.split('\n').slice(1, 9)).toEqual([
    'Tools: 5, 2 offered, 2 left out, 55 tokens of definitions',
    '  TOOL       TOKENS    DESCRIPTION',
    '  echo       32        Says it again.',
    '  write_all  blocked   evil \\u001b[2J',
    '  either     23',
    '  list       left out  its inputSchema cannot match an object',
    '  long       left out  it is too large or too deep',
    'Schemas mended: 1',
  ]);
  const { tools } = JSON.parse((await run(['small', '--json'])).stdout) as { tools: object[] };
  expect(tools).toMatchObject([
    { name: 'echo', offered: true, mended: false },
    { name: 'write_all', offered: false, mended: false },
    { name: 'either', offered: true, mended: true },
    { name: 'list', offered: false, leftOut: 'its inputSchema cannot match an object' },
    { name: 'long', offered: false, leftOut: 'it is too large or too deep' },
  ]);
  expect((await run(['small', '--tool', 'list'])).stderr).toContain(
    'cannot call "list": its inputSchema cannot match an object, expected one of echo, either',
  );
});

test('test calls a tool, and fails where the tool does', async () => {
  const { run } = configured();
  const said = await run(['small', '--tool', 'echo', '--args', '{"text":"hello"}']);
  expect(said).toMatchObject({ code: 0, stderr: '' });
  expect(said.stdout).toMatch(/\necho:\nyou said\nhello.*\n\[image, image\/png, 4 characters\]\n$/);
  const failed = await run(['small', '--tool', 'echo', '--args', '{"text":"fail"}', '--json']);
  expect(failed.code).toBe(1);
  expect(JSON.parse(failed.stdout)).toMatchObject({
    name: 'small',
    ok: false,
    tools: [{ name: 'echo', tokens: 32, offered: true }, { name: 'write_all' }],
    result: { isError: true },
  });
});

test('on a terminal it is said what is waited for, and no text moves the cursor', async () => {
  const { run } = configured();
  const { stdout, stderr } = await run(['small', '--tool', 'echo', '--args', '{"text":"a"}'], { terminal: true });
  expect(stderr).toBe('\r\u001b[KConnecting to small …\r\u001b[K');
  expect(stdout).toContain('you said\na\\u001b[2J');
  expect(stdout).not.toContain('\u001b');
});

test('a tool that is not there, or is not let through, is not called', async () => {
  const { run } = configured('', { allowedTools: ['echo'] });
  const missing = await run(['small', '--tool', 'ehco']);
  expect(missing.code).toBe(1);
  expect(missing.stderr).toBe('mcp-pruner: cannot call "ehco": the server has no such tool, expected one of echo\n');
  expect((await run(['small', '--tool', 'write_all'])).stderr).toContain('do not let it through, expected one of echo');
});

test.each([
  ['dies', {}, /exited with code 3, stderr: no database.*start it yourself to see its output/],
  ['silent', { connectTimeout: 300 }, /within 300 ms; a slower server needs a longer "connectTimeout"/],
  ['', { command: 'no-such-program' }, /"no-such-program" was not found.*install it/],
  ['', { env: { TOKEN: `\${NOT_SET}` } }, /environment variables that are not set: NOT_SET/],
])('a server that cannot be used (%s) fails with what to do, without its secrets', async (mode, more, message) => {
  const { run, left } = configured(mode, more);
  for (const json of [[], ['--json']]) {
    const { code, stdout, stderr } = await run(['small', ...json]);
    expect(code).toBe(1);
    expect(stderr).toMatch(message);
    expect(stdout + stderr).not.toContain(SECRET);
    if (json.length > 0) expect(JSON.parse(stdout)).toMatchObject({ name: 'small', ok: false });
  }
  expect(await left()).toEqual([]);
});

test('an interruption ends it, and the server', async () => {
  const { run, left } = configured('silent');
  const stop = new AbortController();
  const running = run(['small'], { stop: stop.signal });
  setImmediate(() => stop.abort());
  const { code, stderr } = await running;
  expect({ code, stderr }).toEqual({ code: 1, stderr: 'mcp-pruner: stopped before "small" had answered\n' });
  expect(await left()).toEqual([]);
});

test.each([
  [['nobody'], 1, 'no server has that name, expected one of "small", "wrong", "far"'],
  [['wrong'], 1, 'cannot use mcpServers.wrong.timeout 1: expected an integer'],
  [['far'], 1, 'cannot use server "far" at http://127.0.0.1:1: '],
  [[], 2, 'cannot use a server: expected its name'],
  [['small', '--args', '{}'], 2, 'cannot use --args without --tool'],
  [['small', '--tool', 'echo', '--args', 'hunter2'], 2, 'cannot read --args: expected a JSON object'],
])('mcp test %j exits with %i', async (args, code, message) => {
  const ran = await configured().run(args);
  expect(ran.code).toBe(code);
  expect(ran.stderr).toContain(message);
  expect(ran.stderr).not.toContain('hunter2');
});

test('a server’s error is told without what its configuration holds', async () => {
  const refuses = `require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method, params } = JSON.parse(line);
    const result = { protocolVersion: params?.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'x', version: '1' } };
    const error = { code: -32000, message: 'no such key ' + process.env.API };
    if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, ...(method === 'initialize' ? { result } : { error }) }));
  })`;
  const { run } = configured('', { args: ['-e', refuses], env: { API: `\${UNSET:-k3y-0f-mine}` } });
  const { code, stderr } = await run(['small']);
  expect([code, stderr]).toEqual([1, 'mcp-pruner: the server answered with error -32000: no such key [redacted]\n']);
});

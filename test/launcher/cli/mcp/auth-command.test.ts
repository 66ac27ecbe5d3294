import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { tempDir } from '../../../support/temp-dir.ts';
import { type AuthorizationServer, startAuthorizationServer } from '../../gateway/sign-in/authorization-server.ts';
import { runInProcess } from '../run-in-process.ts';

function configure(servers: object) {
  const cwd = tempDir();
  mkdirSync(path.join(cwd, '.mcp-pruner'));
  writeFileSync(path.join(cwd, '.mcp-pruner/mcp-config.json'), JSON.stringify({ mcpServers: servers }), {
    mode: 0o600,
  });
  return cwd;
}

/** Runs `mcp auth` and opens the printed page, as a user would. */
function auth(cwd: string, args: readonly string[], env = {}) {
  let said = '';
  const stderr = new PassThrough().on('data', (chunk: Buffer) => {
    said += chunk;
    const [page] = /http\S+authorize\S+/.exec(said) ?? [];
    if (page === undefined) return;
    said = '';
    void fetch(page).then((response) => response.body?.cancel());
  });
  return runInProcess(['mcp', 'auth', ...args], { cwd, env, stderr });
}

async function signedIn(): Promise<{ server: AuthorizationServer; cwd: string }> {
  const server = await startAuthorizationServer();
  const cwd = configure({ far: { url: `\${AT}`, headers: { 'X-Region': 'eu' } } });
  return { server, cwd };
}

test('auth prints the page to open, waits for the user, and keeps the tokens to itself', async () => {
  const { server, cwd } = await signedIn();
  const { code, stdout, stderr } = await auth(cwd, ['far'], { AT: server.url });
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'Signed in to "far"\n' });
  expect(stderr).toMatch(/^Open this page to sign in:\n\n {2}http:\/\/127\.0\.0\.1:\d+\/authorize\?\S+\n\n$/);
  for (const secret of server.secrets) expect(stdout + stderr).not.toContain(secret);
  // The configured headers are only sent to the MCP server itself.
  expect(new Set(server.configured)).toEqual(new Set(['/mcp']));
  const file = path.join(cwd, '.mcp-pruner/oauth.json');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, 'utf8')).toContain(server.secrets.find((secret) => secret.startsWith('access')));
  const json = await auth(cwd, ['far', '--json'], { AT: server.url });
  expect(JSON.parse(json.stdout)).toEqual({ name: 'far', result: 'signed_in' });
});

test('who has signed in may use the server, and is not asked again when a token ends', async () => {
  const { server, cwd } = await signedIn();
  const env = { AT: server.url };
  const before = await runInProcess(['mcp', 'test', 'far'], { cwd, env });
  expect(before.stderr).toContain('run: mcp-pruner mcp auth far');
  expect(before.code).toBe(1);
  await auth(cwd, ['far'], env);
  const after = await runInProcess(['mcp', 'test', 'far'], { cwd, env });
  expect(after).toMatchObject({ code: 0, stderr: '' });
  expect(after.stdout).toContain('far 1, protocol 2025-11-25');
  server.revoke();
  expect(await runInProcess(['mcp', 'test', 'far'], { cwd, env })).toMatchObject({ code: 0, stderr: '' });
  expect(server.tokenRequests.at(-1)?.get('grant_type')).toBe('refresh_token');
});

test('auth says that a server does not ask for a sign-in', async () => {
  const { server, cwd } = await signedIn();
  server.behaviour.protect = false;
  expect(await auth(cwd, ['far'], { AT: server.url })).toMatchObject({
    code: 0,
    stdout: '"far" does not ask for a sign-in\n',
    stderr: '',
  });
});

test('auth fails with why', async () => {
  const { server, cwd } = await signedIn();
  server.behaviour.refuse = 'access_denied';
  const refused = await auth(cwd, ['far'], { AT: server.url });
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toContain('mcp-pruner: cannot sign in to server "far": access_denied\n');
  expect((await auth(cwd, ['far'])).stderr).toContain('environment variables that are not set: AT');
});

test.each([
  ['here', 'it is a program on this machine: expected a server with a url'],
  ['own', 'its headers contain an Authorization'],
  ['nobody', 'no server has that name, expected one of "here", "own"'],
])('auth of %s is refused', async (name, why) => {
  const own = { url: 'https://example.com', headers: { authorization: `Bearer \${HOME}` } };
  const cwd = configure({ here: { command: 'x' }, own });
  const { code, stdout, stderr } = await auth(cwd, [name]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain(why);
});

test('a registration that the server has lost was used for ever, and `mcp remove` left the tokens', async () => {
  const { server, cwd } = await signedIn();
  const env = { AT: server.url };
  const stored = (): string => readFileSync(path.join(cwd, '.mcp-pruner/oauth.json'), 'utf8');
  expect(await auth(cwd, ['far'], env)).toMatchObject({ code: 0 });
  server.forgetClients();
  const again = await auth(cwd, ['far', '--forget'], env);
  expect(again).toMatchObject({ code: 0, stderr: expect.stringMatching(/^Deleted the sign-in to "far"\n/) });
  expect(server.registered).toHaveLength(2);
  expect(stored()).toContain(server.secrets.findLast((secret) => secret.startsWith('access')));
  expect(await runInProcess(['mcp', 'remove', 'far'], { cwd, env })).toMatchObject({ code: 0 });
  expect(JSON.parse(stored())).toEqual({ servers: {} });
});

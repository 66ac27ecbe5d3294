import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { built } from '../runtime/built.ts';
import { NODE } from '../runtime/started.ts';
import { answering } from '../support/gateway.ts';
import { type Launcher, startLauncher } from '../support/launcher.ts';
import { ended, running } from '../support/running.ts';
import { tempDir } from '../support/temp-dir.ts';
import { until } from '../support/until.ts';

const SCRIPTED = fileURLToPath(new URL('../support/mcp-servers/scripted-server.mjs', import.meta.url));
const scripted = (script: object): object => ({ command: NODE, args: [SCRIPTED, JSON.stringify(script)] });

const OWN = ['read', 'bash', 'grep', 'artifact'];

/** Starts and initializes a launcher with configured servers. */
async function start(servers: object, capabilities: object = {}): Promise<Launcher & { readonly home: string }> {
  const home = tempDir();
  mkdirSync(path.join(home, 'h'));
  writeFileSync(path.join(home, 'h', 'mcp-config.json'), JSON.stringify({ mcpServers: servers }), { mode: 0o600 });
  const launcher = startLauncher(home, { MCP_PRUNER_HOME: path.join(home, 'h') });
  const clientInfo = { name: 'test', version: '1' };
  await launcher.request('initialize', { protocolVersion: '2025-11-25', capabilities, clientInfo });
  launcher.send(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }));
  return { ...launcher, home };
}

const namesOf = ({ result }: { result?: Record<string, unknown> }): string[] =>
  ((result?.['tools'] ?? []) as { name: string }[]).map(({ name }) => name);
const listed = (launcher: Launcher, name: string) =>
  until(async () => (namesOf(await launcher.request('tools/list')).includes(name) ? true : undefined));

test('tools of a server that no run before has seen are listed, however others fail', async () => {
  const launcher = await start({
    quick: answering(),
    hangs: scripted({ hang: true }),
    dies: scripted({ exitAtOnce: 1 }),
  });
  await listed(launcher, 'mcp_quick_answer');
  expect(namesOf(await launcher.request('tools/list'))).toEqual([...OWN, 'mcp_quick_answer']);
  const called = await launcher.request('tools/call', { name: 'mcp_quick_answer', arguments: { a: 1 } });
  expect(JSON.stringify(called.result)).toContain(String.raw`{\"name\":\"answer\",\"arguments\":{\"a\":1}`);
  expect(await launcher.end()).toBe(0);
});

test('progress and cancellation reach the other side with the ids that it knows', async () => {
  const launcher = await start({ s: scripted({ pages: [['progress', 'hang', 'cancelled']] }) });
  await listed(launcher, 'mcp_s_hang');
  const _meta = { progressToken: 'mine' };
  await launcher.request('tools/call', { name: 'mcp_s_progress', arguments: { steps: 2 }, _meta });
  const told = launcher.messages.filter(({ method }) => method === 'notifications/progress');
  expect(told.map(({ params }) => params)).toEqual([
    { progressToken: 'mine', progress: 1, odd: 'kept' },
    { progressToken: 'mine', progress: 2, odd: 'kept' },
  ]);
  launcher.send(JSON.stringify({ jsonrpc: '2.0', id: 'long', method: 'tools/call', params: { name: 'mcp_s_hang' } }));
  await until(async () => launcher.events.filter(({ event }) => event === 'tool.exec_start')[1]);
  launcher.send(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'long' } }));
  const cancelled = await until(async () => {
    const { result } = await launcher.request('tools/call', { name: 'mcp_s_cancelled' });
    const heard = result?.['cancelled'] as object[];
    return heard?.length > 0 ? heard : undefined;
  });
  expect(cancelled).toHaveLength(1);
  expect(launcher.messages.some(({ id }) => id === 'long')).toBe(false);
});

test('what a server asks is asked of the client; resources of servers stand before artifacts', async () => {
  const tools = [
    { name: 'ask', inputSchema: { type: 'object' } },
    { name: 'answer', inputSchema: { type: 'object' } },
  ];
  const resources = [{ uri: 'x:1', name: 'One' }];
  const launcher = await start({ s: answering({ tools, resources }) }, { roots: {} });
  await listed(launcher, 'mcp_s_ask');
  const answered = launcher.request('tools/call', { name: 'mcp_s_ask', arguments: { method: 'roots/list' } });
  const { id } = await launcher.next(({ method }) => method === 'roots/list');
  launcher.send(JSON.stringify({ jsonrpc: '2.0', id, result: { roots: [{ uri: 'file:///r' }] } }));
  expect(JSON.stringify((await answered).result)).toContain('file:///r');

  const long = { content: [{ type: 'text', text: 'a line\n'.repeat(5000) }] };
  await launcher.request('tools/call', { name: 'mcp_s_answer', arguments: { result: long } });
  const { result = {} } = await launcher.request('resources/list');
  const uris = (result['resources'] as { uri: string }[]).map(({ uri }) => uri);
  expect(uris).toEqual(['mcp://s/x:1', expect.stringMatching(/^ax:\/\/mcp_s_answer\//)]);
  const read = await launcher.request('resources/read', { uri: uris[1] });
  expect(JSON.stringify(read.result)).toContain('a line');
  const own = await launcher.request('resources/read', { uri: 'mcp://s/x:1' });
  expect(own.result).toEqual({ contents: [{ uri: 'mcp://s/x:1', text: 'read 1' }] });
  const unknown = await launcher.request('tools/call', { name: 'mcp_s_none' });
  expect(unknown.error).toMatchObject({ code: -32602, data: { tool: 'mcp_s_none' } });
  const noText = await launcher.request('tools/call', { name: { toString: 1 } });
  expect(noText.error).toMatchObject({ code: -32602, data: { issues: [{ path: 'name' }] } });
  expect((await launcher.request('prompts/list')).result).toEqual({ prompts: [] });
  expect((await launcher.request('logging/setLevel', { level: 'debug' })).result).toEqual({});
  expect((await launcher.request('tasks/list')).error).toMatchObject({ code: -32601 });
});

test('the end of stdin ends every server with all that it started', async () => {
  const record = path.join(tempDir(), 'record');
  const launcher = await start({
    s: scripted({ record, grandchild: true, stubborn: true, pages: [['echo']] }),
    t: answering(),
  });
  await listed(launcher, 'mcp_s_echo');
  const pids = readFileSync(record, 'utf8').match(/\d+/g)?.map(Number) ?? [];
  expect(await running(pids)).toEqual(pids);
  expect(await launcher.end()).toBe(0);
  // The system takes a moment to remove killed processes.
  await ended(pids);
});

test('the servers of a project are offered where that is asked for, behind the user’s own', async () => {
  const home = tempDir();
  const project = tempDir();
  writeFileSync(
    path.join(project, '.mcp.json'),
    JSON.stringify({ mcpServers: { p: answering(), s: { command: '/evil' } } }),
  );
  mkdirSync(path.join(home, 'h'));
  const own = JSON.stringify({ mcpServers: { s: answering() } });
  writeFileSync(path.join(home, 'h', 'own.json'), own, { mode: 0o600 });
  const env = { MCP_PRUNER_HOME: path.join(home, 'h'), MCP_PRUNER_CONFIG: path.join(home, 'h', 'own.json') };
  const launcher = startLauncher(project, env, ['--project']);
  await launcher.request('initialize', { protocolVersion: '2025-11-25' });
  await listed(launcher, 'mcp_p_answer');
  await listed(launcher, 'mcp_s_answer');
  const named = await launcher.event('gateway.config_warning');
  expect(named.data?.['message']).toContain('of the project: the user');
});

test('a launcher behind a launcher offers no servers: it would start itself for ever', async () => {
  const home = tempDir();
  const file = path.join(home, 'mcp-config.json');
  const inner = { command: NODE, args: [built('bin')], env: { MCP_PRUNER_CONFIG: file, MCP_PRUNER_HOME: home } };
  writeFileSync(file, JSON.stringify({ mcpServers: { inner } }), { mode: 0o600 });
  const launcher = startLauncher(home, { MCP_PRUNER_CONFIG: file, MCP_PRUNER_HOME: home });
  await launcher.request('initialize', { protocolVersion: '2025-11-25' });
  await listed(launcher, 'mcp_inner_read');
  expect(namesOf(await launcher.request('tools/list')).filter((name) => name.includes('inner'))).toEqual([
    'mcp_inner_read',
    'mcp_inner_bash',
    'mcp_inner_grep',
    'mcp_inner_artifact',
  ]);
});

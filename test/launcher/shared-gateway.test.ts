import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { sharedSocket } from '../../launcher/gateway/shared/shared-socket.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { NODE } from '../runtime/started.ts';
import { gatewayPids } from '../support/gateway-pids.ts';
import { type Launcher, startLauncher } from '../support/launcher.ts';
import { tempDir } from '../support/temp-dir.ts';
import { until } from '../support/until.ts';

/** A server that returns its process id and the call's arguments, and asks its caller for roots. */
const SERVER = `
const pid = process.pid;
require('fs').appendFileSync(process.env.PIDS, pid + '\\n');
const send = (message) => console.log(JSON.stringify({ jsonrpc: '2.0', ...message }));
let asked = 0;
const waiting = new Map();
require('readline').createInterface(process.stdin).on('line', (line) => {
  const { id, method, params, result, error } = JSON.parse(line);
  const text = (value) => ({ content: [{ type: 'text', text: JSON.stringify(value) }] });
  if (method === undefined) { send({ id: waiting.get(id), result: text(result ?? { refused: error.code }) }); return; }
  if (method === 'initialize') {
    const capabilities = { tools: { listChanged: true } };
    send({ id, result: { protocolVersion: '2025-06-18', capabilities, serverInfo: { name: 's', version: '1' } } });
  }
  if (method === 'tools/list') send({ id, result: { tools: ['pid', 'roots', 'hang', 'die', 'look', 'confirm'].map((name) => ({ name, inputSchema: { type: 'object' }, annotations: { readOnlyHint: name === 'look' } })) } });
  if (method !== 'tools/call') return;
  if (params.name === 'pid') send({ id, result: text({ pid, args: params.arguments }) });
  if (params.name === 'look') setTimeout(() => send({ id, result: text({ pid }) }), 20);
  if (params.name === 'confirm') { const own = 'q' + ++asked; waiting.set(own, id); send({ id: own, method: 'elicitation/create', params: { message: params.arguments.of, requestedSchema: { type: 'object', properties: {} } } }); }
  if (params.name === 'roots') { const own = 'q' + ++asked; waiting.set(own, id); send({ id: own, method: 'roots/list' }); }
  if (params.name === 'hang') require('fs').writeFileSync(params.arguments.path, '');
  if (params.name === 'die') process.exit(3);
});
process.stdin.on('end', () => process.exit());
`;

interface Home {
  readonly home: string;
  readonly pids: () => number[];
  /** Starts a launcher for an agent with the root `file:///<name>`. */
  start(name: string, capabilities?: object): Promise<Launcher>;
}

function newHome(): Home {
  const root = tempDir();
  const home = path.join(root, 'h');
  mkdirSync(home);
  const file = path.join(root, 'pids');
  const entry = { command: NODE, args: ['-e', SERVER], env: { PIDS: file }, shared: true };
  writeFileSync(path.join(home, 'mcp-config.json'), JSON.stringify({ mcpServers: { s: entry } }), { mode: 0o600 });
  const pids = (): number[] => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').map(Number) : []);
  onTestFinished(async () => {
    for (const pid of gatewayPids(home)) process.kill(pid, 'SIGTERM');
    await until(async () => (gatewayPids(home).length === 0 ? true : undefined));
  });
  return {
    ...{ home, pids },
    async start(name, capabilities = { roots: {} }) {
      const launcher = startLauncher(root, { MCP_PRUNER_HOME: home });
      const clientInfo = { name, version: '1' };
      await launcher.request('initialize', { protocolVersion: '2025-11-25', capabilities, clientInfo });
      launcher.send(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }));
      await until(async () => {
        const { result } = await launcher.request('tools/list');
        const tools = (result?.['tools'] ?? []) as { name: string }[];
        return tools.some((tool) => tool.name === 'mcp_s_pid') || undefined;
      });
      // The list may be a remembered one, so make a call to be sure that the server runs.
      await launcher.request('tools/call', { name: 'mcp_s_pid' });
      return launcher;
    },
  };
}

const textOf = ({ result }: { readonly result?: Record<string, unknown> }): Record<string, unknown> => {
  const [block] = (result?.['content'] ?? []) as { text: string }[];
  return JSON.parse(block?.text ?? '{}');
};

test('agents share the process of a server; what it asks goes to the one that called', async () => {
  const { home, pids, start } = newHome();
  const agents = await Promise.all([start('a'), start('b'), start('c')]);
  const called = await Promise.all(
    agents.map((one, i) => one.request('tools/call', { name: 'mcp_s_pid', arguments: { i } })),
  );
  expect(new Set(called.map((one) => textOf(one)['pid']))).toEqual(new Set(pids().slice(0, 1)));
  expect(called.map((one) => textOf(one)['args'])).toEqual([{ i: 0 }, { i: 1 }, { i: 2 }]);
  expect(pids()).toHaveLength(1);
  await until(async () => gatewayPids(home).length === 1 || undefined);
  for (const [i, one] of agents.entries()) {
    const asked = one.request('tools/call', { name: 'mcp_s_roots' });
    const question = await one.next(({ method }) => method === 'roots/list');
    one.send(JSON.stringify({ jsonrpc: '2.0', id: question.id, result: { roots: [{ uri: `file:///${i}` }] } }));
    expect(textOf(await asked)).toEqual({ roots: [{ uri: `file:///${i}` }] });
  }
  // If one agent leaves, the others keep the server.
  await agents[0]?.end();
  expect(textOf((await agents[1]?.request('tools/call', { name: 'mcp_s_pid' })) ?? {})['pid']).toBe(pids()[0]);
});

test('an agent that can be asked nothing shares a server with one that can, and is asked nothing', async () => {
  const { pids, start } = newHome();
  const [mute, able] = [await start('a', {}), await start('b')];
  expect(textOf(await mute.request('tools/call', { name: 'mcp_s_roots' }))).toEqual({ refused: -32601 });
  const asked = able.request('tools/call', { name: 'mcp_s_roots' });
  const question = await able.next(({ method }) => method === 'roots/list');
  able.send(JSON.stringify({ jsonrpc: '2.0', id: question.id, result: { roots: [{ uri: 'file:///b' }] } }));
  expect(textOf(await asked)).toEqual({ roots: [{ uri: 'file:///b' }] });
  expect(pids()).toHaveLength(1);
});

test('the process that runs servers is killed: agents get another, and a server with it', async () => {
  const { home, pids, start } = newHome();
  const agents = await Promise.all([start('a'), start('b')]);
  const file = path.join(home, 'hangs');
  // Agents that start at the same time may start two gateways, one of which ends first.
  await until(async () => gatewayPids(home).length === 1 || undefined);
  const [before = -1] = gatewayPids(home);
  expect(before).toBeGreaterThan(1);
  const hanging = agents[0]?.request('tools/call', { name: 'mcp_s_hang', arguments: { path: file } });
  await until(async () => existsSync(file) || undefined);
  process.kill(before, 'SIGKILL');
  expect((await hanging)?.result).toMatchObject({ isError: true });
  // A call in flight when the process was killed fails, because it must not be sent twice.
  const pidOf = (one: Launcher) =>
    until(async () => {
      const called = await one.request('tools/call', { name: 'mcp_s_pid' });
      return called.result?.['isError'] === true ? undefined : (textOf(called)['pid'] as number);
    });
  const now = await Promise.all(agents.map(pidOf));
  expect(new Set(now).size).toBe(1);
  expect(now[0]).not.toBe(pids()[0]);
  await until(async () => gatewayPids(home).length === 1 || undefined);
});

test('calls that may be repeated were lost as the process was killed', async () => {
  const { home, start } = newHome();
  const agents = await Promise.all([start('a'), start('b'), start('c'), start('d')]);
  await until(async () => gatewayPids(home).length === 1 || undefined);
  for (let kill = 0; kill < 3; kill++) {
    const calls = agents.flatMap((one) => [1, 2].map(() => one.request('tools/call', { name: 'mcp_s_look' })));
    for (const pid of gatewayPids(home)) process.kill(pid, 'SIGKILL');
    const answers = await Promise.all(calls);
    expect(answers.map(({ result }) => result).filter((result) => result?.['isError'] === true)).toEqual([]);
  }
});

test('questions of four calls at once went to other agents', async () => {
  const { start } = newHome();
  const names = ['a', 'b', 'c', 'd'];
  const agents = await Promise.all(names.map((name) => start(name, { elicitation: { form: {} } })));
  const asked: string[][] = names.map(() => []);
  for (let round = 0; round < 5; round++) {
    const questions = agents.map(async (one, i) => {
      const seen = new Set(asked[i]);
      const called = one.request('tools/call', { name: 'mcp_s_confirm', arguments: { of: `${names[i]}${round}` } });
      const question = one.next(({ id, method }) => method === 'elicitation/create' && !seen.has(String(id)));
      await Promise.race([question, called]);
      const { id, params } = (await Promise.race([question, called.then(() => undefined)])) ?? {};
      if (params === undefined) return undefined;
      asked[i]?.push(String(id));
      one.send(JSON.stringify({ jsonrpc: '2.0', id, result: { action: 'accept', content: {} } }));
      await called;
      return params['message'];
    });
    const heard = await Promise.all(questions);
    expect(heard.filter((message, i) => message !== undefined && message !== `${names[i]}${round}`)).toEqual([]);
    // For the first calls, the gateway may not know yet who is asked.
    if (round > 0) expect(heard).toEqual(names.map((name) => `${name}${round}`));
  }
});

test('a server that dies is started anew for all who share it', async () => {
  const { pids, start } = newHome();
  const [a, b] = (await Promise.all([start('a'), start('b')])) as [Launcher, Launcher];
  const died = await a.request('tools/call', { name: 'mcp_s_die' });
  expect(JSON.stringify(died.result)).toContain('its process exited with code 3');
  const pid = await until(async () => {
    // A call in flight when the server died is an error.
    const answer = await b.request('tools/call', { name: 'mcp_s_pid' });
    return answer.result?.['isError'] === true ? undefined : textOf(answer)['pid'];
  });
  expect(pids()).toContain(pid);
  expect(pids()).toHaveLength(2);
});

test('a socket that a dead process has left is no hindrance', async () => {
  const { home, pids, start } = newHome();
  await start('a');
  const [before = -1] = gatewayPids(home);
  expect(before).toBeGreaterThan(1);
  process.kill(before, 'SIGKILL');
  expect(existsSync(sharedSocket(home, packageJson.version, 'linux') ?? '')).toBe(true);
  await start('b');
  await until(async () => gatewayPids(home).length === 1 || undefined);
  expect(pids().length).toBeGreaterThan(1);
});

test('a second process leaves the servers to the first', async () => {
  const { home, start } = newHome();
  await start('a');
  const second = startLauncher(home, { MCP_PRUNER_HOME: home }, ['gateway']);
  expect(await second.exited).toBe(0);
  expect(second.events.map(({ event }) => event)).toEqual(['gateway.shared_already']);
});

test('where no such process can be had, each agent has its own server', async () => {
  const { home, pids, start } = newHome();
  // A file at this path, so that the folder cannot be created.
  writeFileSync(path.join(home, 'run'), '');
  const agent = await start('a');
  expect((await agent.event('gateway.not_shared')).data).toMatchObject({ server: 's' });
  expect(pids()).toHaveLength(1);
});

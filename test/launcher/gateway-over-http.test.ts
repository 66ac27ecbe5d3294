import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  ElicitRequestSchema,
  ListRootsRequestSchema,
  LoggingMessageNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { expect, onTestFinished, test } from 'vitest';
import { built } from '../runtime/built.ts';
import { NODE } from '../runtime/started.ts';
import { tempDir } from '../support/temp-dir.ts';
import { until } from '../support/until.ts';

/** A server that returns its process id and its client's roots, asks, logs, and at its start asks for roots if told to. */
const SERVER = `
require('fs').appendFileSync(process.env.PIDS, process.pid + '\\n');
const send = (message) => console.log(JSON.stringify({ jsonrpc: '2.0', ...message }));
let asked = 0;
let roots;
const waiting = new Map();
require('readline').createInterface(process.stdin).on('line', (line) => {
  const { id, method, params, result } = JSON.parse(line);
  const text = (value) => ({ content: [{ type: 'text', text: JSON.stringify(value) }] });
  if (id === 'first') { roots = result.roots; return; }
  if (method === undefined) send({ id: waiting.get(id), result: text(result ?? null) });
  if (method === 'notifications/initialized' && process.env.ASKS) send({ id: 'first', method: 'roots/list' });
  if (method === 'initialize') {
    const serverInfo = { name: 's', version: '1' };
    send({ id, result: { protocolVersion: '2025-06-18', capabilities: { tools: {}, logging: {} }, serverInfo } });
  }
  if (method === 'tools/list') send({ id, result: { tools: ['pid', 'roots', 'confirm', 'say', 'die', 'wait'].map((name) => ({ name, inputSchema: { type: 'object' } })) } });
  if (method !== 'tools/call') return;
  if (params.name === 'pid') send({ id, result: text({ pid: process.pid, ...(roots && { roots }) }) });
  if (params.name === 'say') { send({ method: 'notifications/message', params: { level: 'alert', data: params.arguments.of } }); send({ id, result: text({}) }); }
  if (params.name === 'die') { console.error('printed for ' + params.arguments.of); process.exit(3); }
  const ask = (method, params) => { const own = 'q' + ++asked; waiting.set(own, id); send({ id: own, method, params }); };
  if (params.name === 'roots') ask('roots/list');
  if (params.name === 'confirm') ask('elicitation/create', { message: params.arguments.of, requestedSchema: { type: 'object', properties: {} } });
});
process.stdin.on('end', () => process.exit());
`;

interface Started {
  readonly child: ChildProcess;
  readonly url: string;
  readonly key: string;
  readonly home: string;
  readonly pids: () => number[];
  readonly stdout: () => string;
  readonly stderr: () => string;
  readonly exited: Promise<number | null>;
}

/** Starts `mcp-pruner gateway --http 0` with a server in its configuration. */
async function start(entry: object = {}, more: object = {}): Promise<Started> {
  const root = tempDir();
  const home = path.join(root, 'h');
  const pidFile = path.join(root, 'pids');
  mkdirSync(home);
  const server = { command: NODE, args: ['-e', SERVER], env: { PIDS: pidFile }, ...entry };
  writeFileSync(path.join(home, 'mcp-config.json'), JSON.stringify({ mcpServers: { s: server, ...more } }), {
    mode: 0o600,
  });
  const child = spawnGateway(root, ['--http', '0'], { MCP_PRUNER_HOME: home });
  const [stdout, stderr] = [child.stdout, child.stderr].map((stream) => {
    const chunks: string[] = [];
    stream?.setEncoding('utf8').on('data', (chunk: string) => void chunks.push(chunk));
    return () => chunks.join('');
  }) as [() => string, () => string];
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  await until(async () => stderr().includes('mcp_pruner.ready') || undefined);
  const key = readFileSync(path.join(home, 'gateway-key'), 'utf8').trim();
  const pids = (): number[] =>
    existsSync(pidFile) ? readFileSync(pidFile, 'utf8').trim().split('\n').map(Number) : [];
  // The gateway has already listed its server, which starts one process.
  const { length: before } = pids();
  return {
    ...{ child, home, key, exited, stdout, stderr, url: stdout().split('\n')[0] ?? '' },
    pids: () => pids().slice(before),
  };
}

function spawnGateway(cwd: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): ChildProcess {
  const child = spawn(NODE, [built('bin'), 'gateway', ...args], {
    cwd,
    env: { PATH: process.env['PATH'], HOME: cwd, PRUNER_URL: 'embedded', MCP_PRUNER_LEDGER: 'off', ...env },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

/** Connects the SDK's client with the root `file:///<name>`. Waits until the server's tools are listed. */
async function connect({ url, key }: Started, name: string, more: object = {}): Promise<Client> {
  const client = new Client({ name, version: '1' }, { capabilities: { roots: {}, ...more } });
  client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: [{ uri: `file:///${name}` }] }));
  const headers = { Authorization: `Bearer ${key}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }) as never);
  onTestFinished(() => client.close());
  await until(async () => {
    const { tools } = await client.listTools();
    return tools.some((tool) => tool.name === 'mcp_s_pid') || undefined;
  });
  return client;
}

async function callOf(client: Client, name: string, args: object = {}): Promise<Record<string, unknown>> {
  const { content } = (await client.callTool({ name, arguments: { ...args } })) as { content: { text: string }[] };
  return JSON.parse(content[0]?.text ?? '{}') as Record<string, unknown>;
}

const pidOf = async (client: Client): Promise<unknown> => (await callOf(client, 'mcp_s_pid'))['pid'];

/** Calls again while the server's process is being replaced, because a call that it may have received is not repeated. */
const callUntil = <T>(client: Client, toResult: (answer: Record<string, unknown>) => T | undefined): Promise<T> =>
  until(async () => {
    const { content, isError } = await client.callTool({ name: 'mcp_s_pid' });
    const [{ text: told = '' } = {}] = content as { text?: string }[];
    return isError === true ? undefined : toResult(JSON.parse(told) as Record<string, unknown>);
  });

test('two users share the process of a server, and neither hears or is asked anything about the other', async () => {
  const started = await start();
  const heard: Record<string, unknown[]> = { a: [], b: [] };
  const users = await Promise.all(
    Object.entries(heard).map(async ([name, told]) => {
      const client = await connect(started, name, { elicitation: {} });
      client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => void told.push(params.data));
      client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
        told.push(params.message);
        return { action: 'accept', content: { by: name } };
      });
      return { name, client };
    }),
  );
  expect(new Set(await Promise.all(users.map(({ client }) => pidOf(client)))).size).toBe(1);
  expect(started.pids()).toHaveLength(1);
  const [a, b] = users as [(typeof users)[0], (typeof users)[0]];
  await callOf(a.client, 'mcp_s_say', { of: 'a says' });
  // Nobody knows whom the shared process asks, so its question is refused, and each user gets a process.
  await a.client.callTool({ name: 'mcp_s_confirm', arguments: { of: 'of somebody' } });
  const [ofA, ofB] = [await callUntil(a.client, ({ pid }) => pid), await callUntil(b.client, ({ pid }) => pid)];
  expect(new Set([ofA, ofB, started.pids()[0]]).size).toBe(3);
  for (const { name, client } of users) {
    await callOf(client, 'mcp_s_say', { of: `${name} says` });
    const answer = { action: 'accept', content: { by: name } };
    expect(await callOf(client, 'mcp_s_confirm', { of: `${name} asks` })).toEqual(answer);
    expect(await callOf(client, 'mcp_s_roots')).toEqual({ roots: [{ uri: `file:///${name}` }] });
  }
  expect(heard).toEqual({ a: ['a says', 'a asks'], b: ['b says', 'b asks'] });
});

test('the end of a shared process told one user what it had printed for the other', async () => {
  const started = await start();
  const [a, b] = [await connect(started, 'a'), await connect(started, 'b')];
  await Promise.all([pidOf(a), pidOf(b)]);
  const waiting = b.callTool({ name: 'mcp_s_wait' });
  const told = JSON.stringify([await a.callTool({ name: 'mcp_s_die', arguments: { of: 'a' } }), await waiting]);
  expect(told).toContain('lost the connection');
  expect(told).not.toContain('printed for a');
});

test('of a shared process that died at its start it was told that its answer is none of MCP', async () => {
  const dying = `process.stdin.once('data', () => process.exit(1))`;
  const started = await start({}, { down: { command: NODE, args: ['-e', dying] } });
  const clients = await Promise.all(['a', 'b'].map((name) => connect(started, name)));
  const call = { name: 'mcp_down_x', arguments: {} };
  for (let times = 0; times < 3; times++) await Promise.all(clients.map((client) => client.callTool(call)));
  expect(started.stderr()).toContain('"server":"down"');
  expect(started.stderr()).not.toContain('none of MCP');
});

test('if one user of a server leaves, the other keeps it', async () => {
  const started = await start();
  const [first, second] = (await Promise.all([connect(started, 'a'), connect(started, 'b')])) as [Client, Client];
  expect(await pidOf(first)).toBe(await pidOf(second));
  await (first.transport as unknown as StreamableHTTPClientTransport).terminateSession();
  expect(await pidOf(second)).toBe(started.pids()[0]);
});

test('a restart gives all users of a server the same new process', async () => {
  const started = await start();
  const users = await Promise.all([connect(started, 'a'), connect(started, 'b')]);
  const before = await Promise.all(users.map(pidOf));
  const env = { PATH: process.env['PATH'], HOME: started.home, MCP_PRUNER_HOME: started.home };
  await until(async () => {
    // The gateway writes the state that the command reads a moment later.
    const { stdout } = spawn(NODE, [built('bin'), 'mcp', 'restart', 's'], { env });
    return (await text(stdout)).includes('connected') || undefined;
  });
  const after = await Promise.all(
    users.map((user) => callUntil(user, ({ pid }) => (before.includes(pid) ? undefined : pid))),
  );
  expect(new Set(after).size).toBe(1);
});

test('users with other capabilities, and with "shared": false all users, have a process each', async () => {
  for (const [entry, more] of [
    [{}, { elicitation: {} }],
    [{ shared: false }, {}],
  ]) {
    const started = await start(entry);
    const users = [await connect(started, 'a'), await connect(started, 'b', more)];
    expect(new Set(await Promise.all(users.map(pidOf))).size).toBe(2);
  }
});

test('a server that asks for roots at its start has a process for each user, with the roots of that user', async () => {
  const started = await start({ env: { ASKS: '1', PIDS: '/dev/null' } });
  const users = await Promise.all(
    ['a', 'b', 'c'].map(async (name) => ({ name, client: await connect(started, name) })),
  );
  for (const { name, client } of users) {
    expect(await callUntil(client, ({ roots }) => roots)).toEqual([{ uri: `file:///${name}` }]);
  }
  expect(new Set(await Promise.all(users.map(({ client }) => pidOf(client)))).size).toBe(3);
});

test('"shared": true is answered with what holds now', async () => {
  const started = await start({ shared: true });
  await connect(started, 'a');
  const told = 'ignored mcpServers.s.shared: servers are shared within one `mcp-pruner gateway --http` by default';
  await until(async () => started.stderr().includes(told) || undefined);
});

test('a gateway that is configured as its own server says so, and its other servers work', async () => {
  const started = await start();
  const { url, key, home, stderr } = started;
  const file = path.join(home, 'mcp-config.json');
  const { mcpServers } = JSON.parse(readFileSync(file, 'utf8')) as { readonly mcpServers: object };
  const self = { type: 'http', url, headers: { Authorization: `Bearer ${key}` } };
  writeFileSync(file, JSON.stringify({ mcpServers: { ...mcpServers, self } }), { mode: 0o600 });
  const client = await connect(started, 'a');
  await until(async () => /"server":"self".*HTTP 508/.test(stderr()) || undefined);
  expect(await callOf(client, 'mcp_s_pid')).toEqual({ pid: started.pids()[0] });
  expect(started.pids()).toHaveLength(1);
});

test('a session that ends takes its servers with it', async () => {
  const started = await start();
  const client = await connect(started, 'a');
  const { pid } = await callOf(client, 'mcp_s_pid');
  await (client.transport as unknown as StreamableHTTPClientTransport).terminateSession();
  await until(async () => !existsSync(`/proc/${pid}`) || undefined);
});

/** Returns a function that sends requests of MCP 2026-07-28, which have no session, and resolves to their results. */
function asking({ url, key }: Started, capabilities: object) {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'modern', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': capabilities,
  };
  return async (method: string, params: { name?: string } = {}): Promise<Record<string, unknown>> => {
    const { name } = params;
    const answered = await fetch(url, {
      method: 'POST',
      headers: {
        ...{ authorization: `Bearer ${key}`, 'content-type': 'application/json', accept: '*/*' },
        ...{ 'mcp-protocol-version': '2026-07-28', 'mcp-method': method, ...(name && { 'mcp-name': name }) },
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } }),
    });
    return ((await answered.json()) as { result: Record<string, unknown> }).result;
  };
}

test('a request of MCP 2026-07-28 reaches other servers, and is answered with what they ask', async () => {
  const ask = asking(await start(), { roots: {} });
  // The server's tools must be in the very first list.
  expect(JSON.stringify(await ask('tools/list'))).toContain('mcp_s_roots');
  const { inputRequests = {}, requestState } = await ask('tools/call', { name: 'mcp_s_roots' });
  const [[id = '', asked] = []] = Object.entries(inputRequests as object);
  expect(asked).toMatchObject({ method: 'roots/list' });
  const inputResponses = { [id]: { roots: [{ uri: 'file:///modern' }] } };
  const again = { name: 'mcp_s_roots', inputResponses, requestState };
  expect(JSON.stringify(await ask('tools/call', again))).toContain('file:///modern');
});

test('questions of four requests without a session went to other requests', async () => {
  const ask = asking(await start(), { elicitation: { form: {} } });
  await ask('tools/list');
  for (let round = 0; round < 3; round++) {
    const heard = await Promise.all(
      ['a', 'b', 'c', 'd'].map(async (agent) => {
        const call = { name: 'mcp_s_confirm', arguments: { of: `${agent}${round}` } };
        const { inputRequests = {}, requestState } = await ask('tools/call', call);
        const [[id = '', asked] = []] = Object.entries(
          inputRequests as Record<string, { params: { message: string } }>,
        );
        if (asked === undefined) return undefined;
        const inputResponses = { [id]: { action: 'accept', content: {} } };
        await ask('tools/call', { ...call, ...{ inputResponses, requestState } });
        return asked.params.message;
      }),
    );
    const own = ['a', 'b', 'c', 'd'].map((agent) => `${agent}${round}`);
    expect(heard.filter((message, i) => message !== undefined && message !== own[i])).toEqual([]);
    // For the first calls, the gateway may not know yet who is asked.
    if (round > 0) expect(heard).toEqual(own);
  }
});

test('calls that ask nothing do not wait for the answer to a question that nobody gives', async () => {
  const ask = asking(await start(), { elicitation: { form: {} } });
  await ask('tools/list');
  const look = () => ask('tools/call', { name: 'mcp_s_pid' });
  await look();
  const call = { name: 'mcp_s_confirm', arguments: { of: 'a' } };
  const { inputRequests, requestState } = await ask('tools/call', call);
  const answers = await Promise.all(Array.from({ length: 10 }, look));
  for (const answer of answers) expect(JSON.stringify(answer)).toContain('pid');
  // The question still has its answer.
  const inputResponses = { [Object.keys(inputRequests as object)[0] ?? '']: { action: 'accept', content: {} } };
  expect(JSON.stringify(await ask('tools/call', { ...call, ...{ inputResponses, requestState } }))).toContain('accept');
});

test('it says where the key is and what an agent needs, but never the key; SIGTERM ends it in order', async () => {
  const { child, home, url, key, stdout, stderr, exited } = await start();
  const file = path.join(home, 'gateway-key');
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
  expect(stdout()).toContain(file);
  const config = JSON.parse(stdout().slice(stdout().indexOf('{\n'))) as object;
  const headers = { Authorization: `Bearer \${MCP_PRUNER_GATEWAY_KEY}` };
  expect(config).toEqual({ mcpServers: { 'mcp-pruner': { type: 'http', url, headers } } });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect((await fetch(url, { method: 'POST', headers: { authorization: `Bearer ${key}x` } })).status).toBe(401);
  // If a child is killed by its handle, Deno does not report its exit code.
  process.kill(child.pid as number, 'SIGTERM');
  expect(await exited).toBe(0);
  expect(stdout() + stderr()).not.toContain(key);
  expect(stderr()).toContain('"graceful":true');
});

test('what it cannot do is told in a line', async () => {
  const { url } = await start();
  const { port } = new URL(url);
  const run = async (args: readonly string[], key = ''): Promise<unknown> => {
    const child = spawnGateway(tempDir(), args, { MCP_PRUNER_GATEWAY_KEY: key });
    const code = new Promise((resolve) => child.once('close', resolve));
    const [stderr] = await Promise.all([text(child.stderr as NodeJS.ReadableStream), child.stdout?.resume()]);
    return [await code, stderr.trim()];
  };
  expect(await Promise.all([run(['--http', port]), run(['--http', 'x']), run(['--http', '0'], 'too-short')])).toEqual([
    [1, `mcp-pruner: cannot serve on 127.0.0.1 port ${port}: another program listens there`],
    [2, expect.stringContaining('cannot use --http "x": expected an integer from 0 to 65535')],
    [1, expect.stringMatching(/^mcp-pruner: cannot use MCP_PRUNER_GATEWAY_KEY: expected at least 32 letters[^\n]*$/)],
  ]);
  expect(await run([])).toEqual([2, expect.stringContaining('expected --http PORT')]);
});

test('--help tells of it', async () => {
  const child = spawnGateway(tempDir(), ['--help']);
  const help = await text(child.stdout as NodeJS.ReadableStream);
  expect(help).toContain('mcp-pruner gateway --http PORT');
  expect(help).toContain('--http PORT');
});

import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { expect, onTestFinished, test } from 'vitest';
import { QUESTION, TEXT } from '../contract/pruner.ts';
import { built } from '../runtime/built.ts';
import { NODE } from '../runtime/started.ts';
import { type Launcher, startLauncher } from '../support/launcher.ts';
import { ended, running } from '../support/running.ts';
import { tempDir } from '../support/temp-dir.ts';
import { until } from '../support/until.ts';

const SLOW = 120_000;

function withFile(): string {
  const root = tempDir();
  writeFileSync(path.join(root, 'a.ts'), TEXT);
  return root;
}

const ASK = { name: 'read', arguments: { file_path: 'a.ts', context_focus_question: QUESTION } };

async function pruningOf(launcher: Launcher, params: object = ASK): Promise<unknown> {
  const { result } = await launcher.request('tools/call', params);
  return (result?.['structuredContent'] as Record<string, unknown> | undefined)?.['pruning'];
}

/** Starts a real server on loopback that misbehaves on demand. */
async function listening(listener: RequestListener): Promise<string> {
  const server: Server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/prune`;
}

test(
  'the real SDK client initializes, lists and calls',
  async () => {
    const root = withFile();
    const client = new Client({ name: 'test', version: '1' });
    const env = { PATH: process.env['PATH'] ?? '', HOME: root, PRUNER_URL: 'embedded', MCP_PRUNER_LOG: 'error' };
    await client.connect(new StdioClientTransport({ command: NODE, args: [built('bin')], cwd: root, env }));
    onTestFinished(() => client.close());
    expect(client.getServerVersion()).toMatchObject({ name: '@jeeves/mcp-pruner' });
    expect(client.getServerCapabilities()?.experimental).toEqual({ jeeves: { schemaVersion: 1 } });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['read', 'bash', 'grep', 'artifact']);
    // The SDK's client checks structuredContent against outputSchema, for results and for tool errors.
    const asked = await client.callTool(ASK);
    expect(asked.structuredContent).toMatchObject({ pruning: { applied: true } });
    // The reference gives back what the question left out, from a file that only its owner may read.
    const { artifact_ref: ref } = (asked.structuredContent as { pruning: { artifact_ref: string } }).pruning;
    const raw = readFileSync(path.join(root, ASK.arguments.file_path), 'utf8');
    const whole = await client.callTool({ name: 'artifact', arguments: { ref } });
    expect(whole.structuredContent).toMatchObject({ content: raw });
    expect((await client.readResource({ uri: ref })).contents).toEqual([
      expect.objectContaining({ uri: ref, text: raw }),
    ]);
    expect((await client.listResources()).resources.map(({ uri }) => uri)).toEqual([ref]);
    expect((await client.listResourceTemplates()).resourceTemplates).toHaveLength(1);
    const unknown = `ax://read/${'0'.repeat(32)}`;
    await expect(client.readResource({ uri: unknown })).rejects.toMatchObject({ code: -32002 });
    expect(await client.callTool({ name: 'artifact', arguments: { ref: unknown } })).toMatchObject({ isError: true });
    const folder = path.join(root, '.mcp-pruner', 'artifacts');
    const modes = [folder, ...readdirSync(folder).map((name) => path.join(folder, name))];
    expect(modes.map((one) => (statSync(one).mode & 0o777).toString(8))).toEqual(['700', '600']);
    expect(await client.callTool({ name: 'read', arguments: { file_path: 'none' } })).toMatchObject({ isError: true });
    const grep = { name: 'grep', arguments: { pattern: 'closeSocket', context_lines: 1 } };
    expect(await client.callTool(grep)).toMatchObject({ structuredContent: { match_count: 3 } });
    expect(await client.callTool({ name: 'bash', arguments: { command: 'exit 4' } })).toMatchObject({ isError: true });
    expect(await client.callTool({ name: 'bash', arguments: { command: 'true' } })).toMatchObject({
      structuredContent: { exit_code: 0 },
    });
    await expect(client.callTool({ name: 'read', arguments: {} })).rejects.toMatchObject({ code: -32602 });
  },
  SLOW,
);

test(
  'lines that are no JSON-RPC are answered, and the server goes on',
  async () => {
    const launcher = startLauncher(tempDir());
    launcher.send('oops');
    launcher.send('[{"jsonrpc":"2.0","id":1,"method":"ping"}]');
    launcher.send('{"id":"x","method":"ping"}');
    expect(await launcher.request('ping')).toEqual({ jsonrpc: '2.0', id: 'r1', result: {} });
    expect(launcher.messages.slice(0, 3)).toEqual([
      { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'Parse error' } },
      { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'Invalid Request' } },
      { jsonrpc: '2.0', id: 'x', error: { code: -32600, message: 'Invalid Request' } },
    ]);
    expect(await launcher.end()).toBe(0);
    expect(launcher.events.at(-1)).toMatchObject({ event: 'mcp_pruner.stopped', data: { graceful: true } });
  },
  SLOW,
);

test(
  'a slow command holds up nobody, and its cancellation kills the tree and is not answered',
  async () => {
    const root = tempDir();
    const launcher = startLauncher(root);
    const command = 'sleep 300 & echo $! > child.pid; echo $$ > shell.pid; mv shell.pid ready; wait';
    launcher.send(
      JSON.stringify({
        jsonrpc: '2.0',
        id: 0,
        method: 'tools/call',
        params: { name: 'bash', arguments: { command }, _meta: { progressToken: 'p' } },
      }),
    );
    const progress = await launcher.next(({ method }) => method === 'notifications/progress');
    expect(progress.params).toMatchObject({ progressToken: 'p', progress: expect.any(Number) });
    expect(await launcher.request('ping')).toMatchObject({ result: {} });
    const pids = ['ready', 'child.pid'].map((name) => Number(readFileSync(path.join(root, name), 'utf8')));
    expect(await running(pids)).toEqual(pids);
    launcher.send(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 0 } }));
    expect(await launcher.end()).toBe(0);
    await ended(pids);
    expect(launcher.messages.filter(({ id }) => id === 0)).toEqual([]);
  },
  SLOW,
);

test.each(['stdin ends', 'SIGTERM'])(
  'when %s no child is left behind, neither running nor in the background',
  async (how) => {
    const root = tempDir();
    const launcher = startLauncher(root);
    await launcher.request('tools/call', {
      name: 'bash',
      arguments: { command: 'sleep 300 > /dev/null 2>&1 & echo $! > background.pid' },
    });
    const command = 'trap "" TERM; echo $$ > stubborn.pid; while :; do sleep 300; done';
    launcher.send(
      JSON.stringify({
        jsonrpc: '2.0',
        id: 'busy',
        method: 'tools/call',
        params: { name: 'bash', arguments: { command }, _meta: { progressToken: 1 } },
      }),
    );
    await launcher.next(({ method }) => method === 'notifications/progress');
    const pids = ['background.pid', 'stubborn.pid'].map((name) => Number(readFileSync(path.join(root, name), 'utf8')));
    expect(await running(pids)).toEqual(pids);
    // With child.kill(), Deno reports the signal that it sent instead of the child's exit code.
    if (how === 'SIGTERM') process.kill(launcher.child.pid as number, 'SIGTERM');
    else launcher.child.stdin?.end();
    expect(await launcher.exited).toBe(0);
    await ended(pids);
  },
  SLOW,
);

test('of thirty commands, those that run when stdin ends leave nothing behind, and no other starts', async () => {
  const root = tempDir();
  const launcher = startLauncher(root);
  for (let i = 0; i < 30; i++) {
    const command = `trap "" TERM; sleep 300 & echo $! > ${i}.pid; mv ${i}.pid ${i}; sleep 300`;
    const params = { name: 'bash', arguments: { command } };
    launcher.send(JSON.stringify({ jsonrpc: '2.0', id: i, method: 'tools/call', params }));
  }
  const pidsIn = (): number[] =>
    readdirSync(root)
      .filter((name) => /^\d+$/.test(name))
      .map((name) => Number(readFileSync(path.join(root, name), 'utf8')));
  const pids = await until(async () => (pidsIn().length === 16 ? pidsIn() : undefined));
  expect(await launcher.end()).toBe(0);
  await ended(pids);
  expect(pidsIn()).toHaveLength(16);
}, 30_000);

test(
  'requests that stand before the end of stdin are still answered',
  async () => {
    const launcher = startLauncher(withFile());
    const answer = launcher.request('tools/call', ASK);
    await launcher.end();
    expect((await answer).result).toMatchObject({ structuredContent: { pruning: { applied: true } } });
  },
  SLOW,
);

test(
  'the embedded engine stands in where nothing listens at the default address',
  async () => {
    const launcher = startLauncher(withFile(), { PRUNER_URL: 'http://127.0.0.1:9/prune', PRUNER_FALLBACK: 'embedded' });
    expect(await pruningOf(launcher)).toMatchObject({ attempted: true, applied: true, engine: 'embedded' });
    expect((await launcher.event('pruner.call_failed')).data).toMatchObject({ tool: 'read', reason: 'http_error' });
  },
  SLOW,
);

test(
  'PRUNER_URL="" turns pruning off',
  async () => {
    const launcher = startLauncher(withFile(), { PRUNER_URL: '' });
    expect(await pruningOf(launcher)).toMatchObject({ attempted: false, reason: 'disabled_or_unconfigured' });
    expect((await launcher.event('mcp_pruner.disabled')).data).toEqual({ reason: 'config_disabled' });
  },
  SLOW,
);

const HUGE = 200 * 1024 * 1024;
const misbehaviours: [string, RequestListener, string][] = [
  ['500', (_request, answer) => void answer.writeHead(500).end('oops'), 'http_error'],
  ['204', (_request, answer) => void answer.writeHead(204).end(), 'http_error'],
  ['invalid JSON', (_request, answer) => void answer.end('{"pruned_code": "x'), 'invalid_response'],
  ['a missing field', (_request, answer) => void answer.end('{"score": 1}'), 'invalid_response'],
  [
    'a redirect to a file',
    (_request, answer) => void answer.writeHead(302, { location: 'file:///etc/passwd' }).end(),
    'http_error',
  ],
  ['a connection that breaks off', (request) => void request.socket.destroy(), 'http_error'],
  ['no answer at all', () => {}, 'timeout'],
  ['a body that never ends', (_request, answer) => void answer.write('{"pruned_code": "'), 'timeout'],
  [
    '200 MB of body',
    (_request, answer) => {
      const chunk = Buffer.alloc(1024 * 1024, 'x');
      let sent = 0;
      const more = (): void => {
        while (sent < HUGE && !answer.destroyed) {
          sent += chunk.length;
          if (!answer.write(chunk)) return void answer.once('drain', more);
        }
        answer.end();
      };
      more();
    },
    'invalid_response',
  ],
];

test.each(misbehaviours)(
  'a pruner that gives %s leaves the raw output, and the server goes on',
  async (_name, listener, code) => {
    const timeoutMs = code === 'timeout' ? '300' : '20000';
    const url = await listening((request, answer) => {
      request.resume();
      listener(request, answer);
    });
    const launcher = startLauncher(withFile(), { PRUNER_URL: url, PRUNER_TIMEOUT_MS: timeoutMs });
    const { result } = await launcher.request('tools/call', ASK);
    expect(result).toMatchObject({
      structuredContent: { content: TEXT, pruning: { fallback: true, reason: 'pruner_error', error: { code } } },
    });
    expect(await launcher.request('ping')).toMatchObject({ result: {} });
  },
  SLOW,
);

test(
  'a pruner that is refused or does not resolve leaves the raw output where its URL was given',
  async () => {
    for (const url of ['http://127.0.0.1:9/prune', 'http://no-such-host.invalid/prune']) {
      const launcher = startLauncher(withFile(), { PRUNER_URL: url });
      expect(await pruningOf(launcher)).toMatchObject({ fallback: true, error: { code: 'http_error' } });
    }
  },
  SLOW,
);

test(
  'the key reaches the pruner, and neither stderr nor a command',
  async () => {
    let authorization: string | undefined;
    const url = await listening((request, answer) => {
      authorization = request.headers.authorization;
      answer.end('{"pruned_code": "closeSocket"}');
    });
    const launcher = startLauncher(withFile(), { PRUNER_URL: url, PRUNER_API_KEY: 'sk-hush', MCP_PRUNER_LOG: 'debug' });
    expect(await pruningOf(launcher)).toMatchObject({ applied: true, engine: 'remote', pruned_bytes: 11 });
    expect(authorization).toBe('Bearer sk-hush');
    const { result } = await launcher.request('tools/call', { name: 'bash', arguments: { command: 'env' } });
    expect(JSON.stringify(result)).not.toMatch(/sk-hush|PRUNER_(URL|API_KEY)/);
    expect(JSON.stringify(launcher.events)).not.toContain('sk-hush');
  },
  SLOW,
);

test(
  'a configuration that is not allowed ends the start with its event',
  async () => {
    const launcher = startLauncher(tempDir(), { PRUNER_TIMEOUT_MS: 'soon' });
    expect(await launcher.exited).toBe(1);
    expect(launcher.events).toEqual([
      expect.objectContaining({
        level: 'error',
        event: 'mcp_pruner.start_failed',
        data: { message: 'cannot use PRUNER_TIMEOUT_MS "soon": expected an integer from 100 to 300000' },
      }),
    ]);
    expect(launcher.messages).toEqual([]);
  },
  SLOW,
);

test(
  'MCP_PRUNER_LOG keeps what is below its level off stderr',
  async () => {
    const launcher = startLauncher(tempDir(), { MCP_PRUNER_LOG: 'error' });
    await launcher.request('ping');
    await launcher.end();
    expect(launcher.events).toEqual([]);
  },
  SLOW,
);

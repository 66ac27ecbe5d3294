import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { ServerConfig } from '../../../../../launcher/gateway/config/server-config.ts';
import {
  ModernServer,
  type ModernServerOptions,
} from '../../../../../launcher/gateway/upstream/connection/modern-server.ts';
import type { JsonObject } from '../../../../../src/base/json/json-object.ts';
import { META } from '../../../../../src/mcp/modern/request-meta.ts';
import { RpcError } from '../../../../../src/mcp/rpc-error.ts';
import { NODE } from '../../../../runtime/started.ts';
import { manualTimers } from '../../../../support/manual-timers.ts';
import { startModernHttpServer } from '../../../../support/mcp-servers/modern-server.ts';
import { until } from '../../../../support/until.ts';
import { connected, overHttp, scripted } from './connected.ts';

const NEVER = new AbortController().signal;
const FILE = fileURLToPath(new URL('../../../../support/mcp-servers/modern-server.ts', import.meta.url));
const overStdio = (): ServerConfig => scripted({}, { command: NODE, args: [FILE] });
const textOf = (result: JsonObject): Record<string, unknown> => {
  const [block] = result['content'] as { text: string }[];
  return JSON.parse(block?.text ?? '');
};

const ways = [
  ['stdio', async () => overStdio()],
  ['HTTP', async () => overHttp((await startModernHttpServer()).url)],
] as const;

test.each(ways)('a server of 2026-07-28 over %s lists, is called, and tells of its progress', async (_, open) => {
  const it = connected(await open());
  const told: JsonObject[] = [];
  const options = { signal: NEVER, repeatable: false, onProgress: (progress: JsonObject) => void told.push(progress) };
  const result = await it.connection.request('tools/call', { name: 'echo', arguments: { region: 'eu' } }, options);
  expect(textOf(result)).toMatchObject({ args: { region: 'eu' } });
  expect(Object.keys(result)).toEqual(['content']);
  expect(told).toEqual([{ progress: 1 }]);
  expect(it.connection.facts).toMatchObject({
    ...{ protocolVersion: '2026-07-28', instructions: 'Be brief.', serverInfo: { name: 'modern' } },
  });
  await it.when(() => it.lists.some(({ tools }) => tools?.some(({ name }) => name === 'echo') ?? false));
  expect(await it.connection.request('ping', undefined, { signal: NEVER, repeatable: true })).toBeDefined();
});

test.each(ways)(
  'what a server of 2026-07-28 over %s asks for is asked of the client, and sent with its state',
  async (_, open) => {
    const asked: unknown[] = [];
    const client = {
      capabilities: () => ({ elicitation: {}, roots: {} }),
      request: async (_server: string, method: string, params: unknown) => {
        asked.push([method, params]);
        return method === 'roots/list' ? { roots: [] } : { action: 'accept', content: { a: 1 } };
      },
      notified: () => {},
    };
    const it = connected(await open(), { client });
    expect(textOf(await it.call('ask', { b: 2 }))).toMatchObject({
      args: { b: 2 },
      inputResponses: { who: { action: 'accept', content: { a: 1 } }, where: { roots: [] } },
      requestState: 'opaque',
    });
    expect(asked).toEqual([
      ['elicitation/create', expect.objectContaining({ message: 'Who?' })],
      ['roots/list', undefined],
    ]);
  },
);

test.each(ways)(
  'changes of a server of 2026-07-28 over %s are heard, of its lists and of what is watched',
  async (_, open) => {
    const it = connected(await open());
    await it.connection.request('resources/subscribe', { uri: 'x:1' }, { signal: NEVER, repeatable: true });
    await it.when(() => it.lists.length > 0);
    const before = it.lists.length;
    expect(textOf(await it.call('change'))['listening']).toBe(2);
    await it.when(() => it.lists.length > before && it.notified.length > 0);
    expect(it.notified).toEqual([{ method: 'notifications/resources/updated', params: { uri: 'x:1' } }]);
    await it.connection.request('resources/unsubscribe', { uri: 'x:1' }, { signal: NEVER, repeatable: true });
    await until(async () => textOf(await it.call('echo'))['listening'] === 1 || undefined);
  },
);

test('over HTTP headers say what the body says, and a tool whose headers cannot be sent is not listed', async () => {
  const server = await startModernHttpServer();
  const it = connected(overHttp(server.url));
  await it.call('echo', { region: 'Köln' });
  await it.when(() => it.lists.some(({ tools }) => tools !== undefined));
  expect(it.lists.find(({ tools }) => tools !== undefined)?.tools?.map(({ name }) => name)).toEqual([
    'echo',
    'ask',
    'change',
  ]);
  await it.call('echo', { region: 'Köln' });
  const last = server.headers.at(-1);
  expect(last).toMatchObject({
    ...{ 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'echo' },
    'mcp-param-region': '=?base64?S8O2bG4=?=',
  });
});

test('a server of a configured version is asked in it from the beginning, and told why it cannot be', async () => {
  const server = await startModernHttpServer();
  const it = connected({ ...overHttp(server.url), protocolVersion: '2026-07-28' });
  await it.call('echo');
  expect(server.headers[0]).toMatchObject({
    ...{ 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'server/discover' },
  });
  const refused = connected({
    ...scripted({}, { args: ['-e', REFUSES], autoReconnect: false }),
    protocolVersion: '2026-07-28',
  });
  await expect(refused.call('echo')).rejects.toThrow('it answered "server/discover" with error -32600: go away');
});

test('a server that refuses a version first and names it as served is asked once more', async () => {
  const it = connected({ ...scripted({}, { args: ['-e', HESITATES] }), protocolVersion: '2026-07-28' });
  await it.call('echo');
  expect(it.connection.facts?.protocolVersion).toBe('2026-07-28');
});

test('log messages come once a level was set', async () => {
  const it = connected(overStdio());
  await it.call('echo');
  expect(it.notified).toEqual([]);
  await it.connection.request('logging/setLevel', { level: 'info' }, { signal: NEVER, repeatable: true });
  await it.call('echo');
  expect(it.notified.map(({ method }) => method)).toEqual(['notifications/message']);
});

test('a server that answers initialize with a version that has none is asked as that version has it', async () => {
  const it = connected(scripted({}, { args: ['-e', TAKES_INITIALIZE] }));
  await it.call('echo');
  expect(it.connection.facts).toMatchObject({ protocolVersion: '2026-07-28', instructions: 'discovered' });
});

/** Answers `initialize` with 2026-07-28, and other requests by the rules of that version. */
const TAKES_INITIALIZE = `require('readline').createInterface(process.stdin).on('line', (line) => {
  const { id, method } = JSON.parse(line);
  const agreed = { protocolVersion: '2026-07-28', capabilities: {}, serverInfo: { name: 's', version: '1' } };
  const found = { supportedVersions: ['2026-07-28'], capabilities: {}, instructions: 'discovered', content: [] };
  const result = method === 'initialize' ? agreed : { resultType: 'complete', ...found };
  console.log(JSON.stringify({ jsonrpc: '2.0', id, result }));
})`;

test('a server that refuses initialize and knows nothing newer is told by its own words', async () => {
  const it = connected(scripted({}, { args: ['-e', REFUSES], autoReconnect: false }));
  await expect(it.call('echo')).rejects.toThrow('it answered "initialize" with error -32600: go away');
});

/** Refuses the first request because of its version, although it says that it supports this version. */
const HESITATES = `let asked = 0; require('readline').createInterface(process.stdin).on('line', (line) => {
  const { id, method } = JSON.parse(line);
  const found = { resultType: 'complete', supportedVersions: ['2026-07-28'], capabilities: {}, content: [] };
  const error = { code: -32022, message: 'Unsupported protocol version', data: { supported: ['2026-07-28'] } };
  console.log(JSON.stringify({ jsonrpc: '2.0', id, ...(++asked === 1 ? { error } : { result: found }) }));
})`;

/** Answers every request with the same error. */
const REFUSES = `require('readline').createInterface(process.stdin).on('line', (line) => {
  const { id } = JSON.parse(line);
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32600, message: 'go away' } }));
})`;

/** Creates a server of 2026-07-28 that answers `subscriptions/listen` with `listen`, and records its requests. */
function answeredBy(listen: (id: number) => Promise<JsonObject>, more: Partial<ModernServerOptions> = {}) {
  const timers = manualTimers();
  const asked: string[] = [];
  const server = new ModernServer({
    ...{ server: 'it', clientInfo: {}, capabilities: () => ({}), timers, isHttp: false, onNotification: () => {} },
    answerServer: async () => ({}),
    async ask(method, _params, { onId, signal } = {}) {
      const id = asked.push(method);
      onId?.(id);
      const stopped = new Promise<never>((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason));
      });
      return await Promise.race([listen(id), stopped]);
    },
    ...more,
  });
  const agree = (id: number): void => {
    const params = { _meta: { [META.subscription]: id }, notifications: { resourceSubscriptions: ['x:1'] } };
    server.notified('notifications/subscriptions/acknowledged', params);
  };
  return { server, timers, asked, agree };
}

const SUBSCRIBE = ['resources/subscribe', { uri: 'x:1' }] as const;

test('a resource that the server refuses to watch once is refused again', async () => {
  const { server, asked } = answeredBy(() => Promise.reject(new RpcError(-32601, 'Method not found')));
  for (const _ of [1, 2]) await expect(server.ask(...SUBSCRIBE)).rejects.toMatchObject({ code: -32601 });
  expect(asked).toHaveLength(2);
});

test('a resource is watched on when the server has ended its subscription, until nobody wants it', async () => {
  const { server, timers, asked, agree } = answeredBy(async (id) => {
    agree(id);
    return {};
  });
  await server.ask(...SUBSCRIBE);
  for (const times of [2, 3]) {
    await new Promise((resolve) => setImmediate(resolve));
    timers.advance(60_000);
    expect(asked).toHaveLength(times);
  }
  await server.ask('resources/unsubscribe', { uri: 'x:1' });
  await new Promise((resolve) => setImmediate(resolve));
  timers.advance(60_000);
  expect(asked).toHaveLength(3);
});

test('a server that asks for what the client cannot give is named, rather than its tool', async () => {
  const inputRequests = { who: { method: 'elicitation/create', params: {} } };
  const { server } = answeredBy(async () => ({ resultType: 'input_required', inputRequests }), {
    answerServer: () => Promise.reject(new RpcError(-32601, 'Method not found')),
  });
  await expect(server.ask('tools/call', { name: 'x' })).rejects.toThrow(
    'cannot use the answer of server "it" to "tools/call": it needs a capability that this client lacks (Method not found)',
  );
});

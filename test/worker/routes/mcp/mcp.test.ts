import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv-provider.js';
import { CfWorkerJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/cfworker-provider.js';
import type { jsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/types.js';
import { describe, expect, test } from 'vitest';
import packageJson from '../../../../package.json' with { type: 'json' };
import { META } from '../../../../src/mcp/modern/request-meta.ts';
import type { Ledger } from '../../../../src/teams/usage/ledger.ts';
import type { UsageRecord } from '../../../../src/teams/usage/usage-record.ts';
import { createApp } from '../../../../worker/app/app.ts';
import type { AppDeps } from '../../../../worker/app/app-deps.ts';
import { memoryTeams } from '../../artifacts/memory-teams.ts';

const ADMIN = 'the-administrators-secret-of-32-characters';
const URL_OF_MCP = 'http://localhost:8000/mcp';
const TEXT = Array.from({ length: 80 }, (_, i) =>
  i === 40
    ? 'function computeRetryDelay(attempt) {\n  return 2 ** attempt;\n}'
    : `export const setting${i} = 'value ${i}';`,
).join('\n');
const QUESTION = 'where is the retry delay computed';

/** Connects the SDK's own client. `fetch` calls the app directly; everything else is as over a network. */
async function connected(
  deps: AppDeps = {},
  headers: Record<string, string> = {},
  jsonSchemaValidator: jsonSchemaValidator = new CfWorkerJsonSchemaValidator(),
): Promise<Client> {
  const app = createApp(deps);
  const client = new Client({ name: 'test', version: '1.0.0' }, { jsonSchemaValidator });
  const transport = new StreamableHTTPClientTransport(new URL(URL_OF_MCP), {
    fetch: async (url, init) => app.request(url.toString(), init),
    requestInit: { headers },
  });
  await client.connect(transport as Parameters<Client['connect']>[0]);
  return client;
}

async function post(body: unknown, headers: Record<string, string> = {}, deps: AppDeps = {}) {
  const answer = await createApp(deps).request(URL_OF_MCP, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: text === '' ? undefined : JSON.parse(text) };
}
const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };

test.each(['12345678901234567890', '7.0', '"7.0"', '7'])(
  'a request is answered under its id as written: %s',
  async (id) => {
    const answered = async (body: string) => {
      const headers = { 'content-type': 'application/json' };
      return (await createApp().request(URL_OF_MCP, { method: 'POST', headers, body })).text();
    };
    for (const method of ['ping', 'none/such']) {
      expect(await answered(`{"jsonrpc":"2.0","id":${id},"method":"${method}"}`)).toContain(`"id":${id},`);
    }
    const text = 'x'.repeat(200_000);
    expect(await answered(`{"jsonrpc":"2.0","method":"ping","params":{"text":"${text}"},"id":${id}}`)).toContain(
      `"id":${id},`,
    );
    expect(await answered(`{"jsonrpc":"1.0","id":${id},"method":"ping"}`)).toContain(`"id":${id},`);
  },
);

// This test loads the tokenizer, which takes seconds on a busy machine.
test('the SDK’s client prunes a text', async () => {
  const client = await connected();
  expect(client.getServerVersion()).toMatchObject({ version: packageJson.version });
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(['prune_text']);
  const result = await client.callTool({
    name: 'prune_text',
    arguments: { text: TEXT, context_focus_question: QUESTION, first_line: 101 },
  });
  const [block] = result.content as { type: string; text: string }[];
  expect(block?.text).toContain('computeRetryDelay');
  expect(block?.text).toMatch(/\(filtered \d+ lines: 101-\d+\)/);
  expect(result.structuredContent).toMatchObject({ text: block?.text, changed: true, engine: 'embedded', note: null });
  const { kept_lines, tokens_in, tokens_out } = result.structuredContent as Record<string, number[][] & number>;
  expect(kept_lines?.[0]?.[0]).toBeGreaterThan(100);
  expect(tokens_out).toBeLessThan(tokens_in as number);
  await client.close();
}, 30_000);

test('clients that validate by draft 7, as the SDK does by default, refused every pruned text', async () => {
  const client = await connected({}, {}, new AjvJsonSchemaValidator());
  await client.listTools();
  const given = { text: TEXT, context_focus_question: QUESTION };
  const result = await client.callTool({ name: 'prune_text', arguments: given });
  expect(result.structuredContent).toMatchObject({ changed: true });
  await client.close();
});

test.each([
  ['cfworker', new CfWorkerJsonSchemaValidator()],
  ['ajv', new AjvJsonSchemaValidator()],
])('every kind of result fits what tools/list promised, as %s reads it', async (_, validator) => {
  const pruned = await connected({ artifacts: memoryTeams() }, {}, validator);
  await pruned.listTools();
  const ask = async (client: Client, name: string, args: Record<string, unknown>) => {
    // `callTool` throws if the structured content does not match the schema.
    const { structuredContent } = await client.callTool({ name, arguments: args });
    return structuredContent as Record<string, unknown>;
  };
  const question = { context_focus_question: QUESTION };
  expect(await ask(pruned, 'prune_text', { text: 'a\nb', ...question })).toMatchObject({ changed: false });
  const cut = await ask(pruned, 'prune_text', {
    text: Array.from({ length: 3_000 }, (_, i) => `retryDelay(${i});\n`).join(''),
    ...question,
  });
  expect(cut).toMatchObject({ truncated: true });
  expect(await ask(pruned, 'artifact', { ref: cut['artifactRef'] })).toMatchObject({ hasMore: true });
  expect(await ask(pruned, 'artifact', { ref: 'ax://a/b' })).toMatchObject({ code: 'INVALID_REF' });
  await pruned.close();
  const pruner = { prune: async () => ({ ok: false, code: 'timeout', message: 'no answer in 5 ms' }) as const };
  const failing = await connected({ engine: { pruner, backend: 'stub', version: 'stub' } }, {}, validator);
  await failing.listTools();
  expect(await ask(failing, 'prune_text', { text: 'a\nb', ...question })).toEqual({
    summary: 'engine_timeout: no answer in 5 ms',
    success: false,
    code: 'engine_timeout',
    message: 'no answer in 5 ms',
  });
  await failing.close();
});

test('the SDK’s client reads what is kept as resources', async () => {
  const client = await connected({ artifacts: memoryTeams() });
  expect(client.getServerCapabilities()).toMatchObject({ resources: {} });
  const text = Array.from({ length: 3_000 }, (_, i) => `retryDelay(${i});\n`).join('');
  const { content } = await client.callTool({
    name: 'prune_text',
    arguments: { text, context_focus_question: QUESTION },
  });
  const link = (content as { type: string; uri: string }[]).find(({ type }) => type === 'resource_link');
  const { resources } = await client.listResources();
  expect(resources).toMatchObject([{ uri: link?.uri, size: text.length }]);
  expect((await client.listResourceTemplates()).resourceTemplates).toHaveLength(1);
  const { contents } = await client.readResource({ uri: link?.uri ?? '' });
  expect(contents).toEqual([{ uri: link?.uri, mimeType: 'text/plain; charset=utf-8', text }]);
  await client.close();
});

test('a key is needed where there are keys, and its scope', async () => {
  const deps = { adminKey: ADMIN };
  await expect(connected(deps)).rejects.toThrow();
  const client = await connected(deps, { authorization: `Bearer ${ADMIN}` });
  expect((await client.listTools()).tools).toHaveLength(1);
  await client.close();
});

test('params that do not fit are Invalid params, as the launcher answers them', async () => {
  const call = (params: unknown) => post({ jsonrpc: '2.0', id: 7, method: 'tools/call', params });
  expect((await call({ name: 'prune_text', arguments: { text: 1, extra: 2 } })).body).toEqual({
    jsonrpc: '2.0',
    id: 7,
    error: {
      code: -32602,
      message: 'Invalid params',
      data: {
        jeeves: { schemaVersion: 1 },
        method: 'tools/call',
        tool: 'prune_text',
        issues: [
          { path: 'arguments', code: 'unrecognized_keys', message: 'unrecognized_keys' },
          { path: 'arguments.context_focus_question', code: 'invalid_type', message: 'invalid_type' },
          { path: 'arguments.text', code: 'invalid_type', message: 'invalid_type' },
        ],
        advice:
          '"text" is 1: expected a string; "context_focus_question" is missing; "extra" in the arguments: unknown parameter',
      },
    },
  });
  expect((await call({ name: 'read' })).body.error.data.issues).toMatchObject([{ path: 'name' }]);
  expect((await call(undefined)).body.error.code).toBe(-32602);
  expect((await post({ ...ping, method: 'resources/list' })).body.error.code).toBe(-32601);
  expect((await post({ ...ping, method: 'tools/list', params: { cursor: 'x' } })).body.error.code).toBe(-32602);
});

test('what is no JSON-RPC is 400 with the code for it', async () => {
  expect(await post('{"jsonrpc"')).toMatchObject({ status: 400, body: { id: null, error: { code: -32700 } } });
  for (const odd of [{}, { jsonrpc: '1.0', id: 1, method: 'ping' }, 7]) {
    expect(await post(odd)).toMatchObject({ status: 400, body: { error: { code: -32600 } } });
  }
});

test.each([{}, { 'mcp-protocol-version': '2025-03-26' }])('a batch is answered with one array: %s', async (headers) => {
  const unknown = { jsonrpc: '2.0', id: 'x', method: 'none/such' };
  const notification = { jsonrpc: '2.0', method: 'notifications/initialized' };
  const begins = { jsonrpc: '2.0', id: 9, method: 'initialize', params: { protocolVersion: '2025-03-26' } };
  const { status, body } = await post([ping, notification, unknown, 5, begins], headers as Record<string, string>);
  expect([status, body]).toMatchObject([
    200,
    [
      { jsonrpc: '2.0', id: 1, result: {} },
      { id: 'x', error: { code: -32601 } },
      { id: null, error: { code: -32600 } },
      { id: 9, error: { code: -32600 } },
    ],
  ]);
  expect(await post([notification, notification])).toMatchObject({ status: 202, body: undefined });
  expect(
    (await post('[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id":2,"method":"ping"}]')).body,
  ).toEqual([
    { jsonrpc: '2.0', id: 1, result: {} },
    { jsonrpc: '2.0', id: 2, result: {} },
  ]);
});

test('a batch is refused where there are none, and where it is empty or too long', async () => {
  for (const version of ['2026-07-28', '2025-11-25', '2025-06-18', '2024-11-05']) {
    const refused = await post([ping], { 'mcp-protocol-version': version });
    expect([refused.status, refused.body.error]).toEqual([400, { code: -32600, message: 'Invalid Request' }]);
  }
  for (const [batch, why] of [
    [[], 'an empty batch'],
    [Array(101).fill(ping), 'a batch of 101 messages, expected at most 100'],
  ] as const) {
    const { status, body } = await post(batch);
    expect([status, body.id, body.error]).toEqual([400, null, { code: -32600, message: `Invalid Request: ${why}` }]);
  }
  expect((await post(Array(100).fill(ping))).body).toHaveLength(100);
});

test('each call of a batch is accounted for by itself, and its body once', async () => {
  const entries: UsageRecord[] = [];
  const ledger: Ledger = {
    record: (entry) => void entries.push(entry),
    flush: async () => {},
    counters: () => ({ written: 0, dropped: 0, waiting: 0, failures: 0 }),
    isBehind: () => false,
    pendingBytes: () => 0,
    recordedBytes: () => 0,
  };
  const callOf = (id: number, text: string) => ({
    ...{ jsonrpc: '2.0', id, method: 'tools/call' },
    params: { name: 'prune_text', arguments: { text, context_focus_question: QUESTION } },
  });
  const batch = [ping, callOf(2, TEXT), callOf(3, 'a\nb'), ping];
  await post(batch, {}, { ledger });
  expect(entries).toMatchObject([
    { tool: 'prune_text', bytesIn: JSON.stringify(batch).length, outcome: 'ok', kind: 'source' },
    { tool: 'prune_text', bytesIn: 0, outcome: 'ok' },
  ]);
  expect(entries[0]?.tokensIn).toBeGreaterThan(entries[1]?.tokensIn ?? 0);
});

test('notifications and responses are accepted without an answer', async () => {
  const notification = { jsonrpc: '2.0', method: 'notifications/initialized' };
  expect(await post(notification)).toMatchObject({ status: 202, body: undefined });
  expect(await post({ jsonrpc: '2.0', id: 1, result: {} })).toMatchObject({ status: 202, body: undefined });
});

test('there is no stream to GET and no session to DELETE', async () => {
  for (const method of ['GET', 'DELETE']) {
    const answer = await createApp().request(URL_OF_MCP, { method });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
  }
});

test('an unsupported protocol version is refused, each supported one served', async () => {
  expect((await post(ping, { 'mcp-protocol-version': '1999-01-01' })).status).toBe(400);
  for (const version of ['2025-11-25', '2025-06-18', '2025-03-26']) {
    expect((await post(ping, { 'mcp-protocol-version': version })).body).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
  }
});

test('pages of other sites and rebound names are kept out', async () => {
  expect((await post(ping, { origin: 'http://localhost:8000' })).status).toBe(200);
  for (const origin of ['http://evil.example', 'http://localhost:9000', 'null', 'http://localhost.evil.example:8000']) {
    expect((await post(ping, { origin })).status).toBe(403);
  }
  expect((await post(ping, { origin: 'https://app.example' }, { origins: ['https://app.example'] })).status).toBe(200);
  const app = createApp();
  const rebound = await app.request('http://evil.example:8000/mcp', { method: 'POST', body: JSON.stringify(ping) });
  expect(rebound.status).toBe(403);
  const named = createApp({ adminKey: ADMIN, hosts: ['pruner.example'] });
  const headers = { authorization: `Bearer ${ADMIN}`, 'content-type': 'application/json' };
  const ask = async (url: string) =>
    (await named.request(url, { method: 'POST', headers, body: JSON.stringify(ping) })).status;
  expect([await ask('https://pruner.example/mcp'), await ask('https://other.example/mcp')]).toEqual([200, 403]);
});

test('a fault of the engine is -32603 and says no more', async () => {
  const pruner = { prune: () => Promise.reject(new TypeError('cannot read the-text-itself')) };
  const params = { name: 'prune_text', arguments: { text: 'a\nb\nc', context_focus_question: 'b' } };
  const deps = { engine: { pruner, backend: 'stub', version: 'stub' } };
  const { body } = await post({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }, {}, deps);
  expect(body.error).toEqual({ code: -32603, message: 'Internal error' });
});

test('an engine that fails is a tool error', async () => {
  const pruner = { prune: async () => ({ ok: false, code: 'timeout', message: 'no answer in 5 ms' }) as const };
  const params = { name: 'prune_text', arguments: { text: 'a\nb\nc', context_focus_question: 'b' } };
  const deps = { engine: { pruner, backend: 'stub', version: 'stub' } };
  const { body } = await post({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }, {}, deps);
  expect(body.result).toMatchObject({ isError: true, content: [{ text: '[engine_timeout: no answer in 5 ms]' }] });
});

describe('MCP 2026-07-28', () => {
  const _meta = { [META.version]: '2026-07-28', [META.capabilities]: {} };
  const ask = (method: string, params: object = {}, headers: Record<string, string> = {}) => {
    const { name } = params as { name?: string };
    const named = name === undefined ? undefined : { 'mcp-name': name };
    const standard = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method, ...named };
    return post({ jsonrpc: '2.0', id: 1, method, params: { _meta, ...params } }, { ...standard, ...headers });
  };

  test('a request that says whose it is needs no session', async () => {
    const discovered = await ask('server/discover');
    expect([discovered.status, discovered.body.result]).toMatchObject([
      200,
      { resultType: 'complete', supportedVersions: ['2026-07-28'], ttlMs: 3_600_000, cacheScope: 'private' },
    ]);
    expect((await ask('tools/list')).body.result).toMatchObject({ resultType: 'complete', ttlMs: 3_600_000 });
    const called = await ask('tools/call', {
      ...{ name: 'prune_text', arguments: { text: TEXT, context_focus_question: QUESTION } },
    });
    expect(called.body.result).toMatchObject({
      resultType: 'complete',
      _meta: { [META.server]: { name: '@jeeves/mcp-pruner/worker' } },
    });
    expect(JSON.stringify(called.body.result.content)).toContain('computeRetryDelay');
  });

  test.each([
    ['a method that there is no more', 'ping', {}, {}, 404, -32601],
    ['headers that contradict the body', 'tools/call', { name: 'prune_text' }, { 'mcp-name': 'artifact' }, 400, -32020],
    [
      'a version that is not served',
      'tools/list',
      { _meta: { [META.version]: '1' } },
      { 'mcp-protocol-version': '1' },
      400,
      -32022,
    ],
    [
      'a request that does not say what its client can',
      'tools/list',
      { _meta: { [META.version]: '2026-07-28' } },
      {},
      400,
      -32602,
    ],
    ['a tool that there is not', 'tools/call', { name: 'none' }, {}, 200, -32602],
  ])('refuses %s', async (_, method, params, headers, status, code) => {
    const refused = await ask(method, params, headers as Record<string, string>);
    expect([refused.status, refused.body.error.code, refused.body.id]).toEqual([status, code, 1]);
  });
});

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { startHttpMcpServer } from '../../../../support/mcp-servers/http-server.ts';
import { connected, overHttp } from './connected.ts';

const JSON_RPC = JSON.stringify({
  jsonrpc: '2.0',
  error: { code: -32000, message: 'Bad Request: No valid session ID provided' },
  id: null,
});
const echoed = (n: number): object => ({ content: [{ type: 'text', text: `{"n":${n}}` }] });
const count = (seen: readonly { readonly what: string }[], what: string): number =>
  seen.filter((one) => one.what === what).length;

test.each([
  ['http', 400, JSON_RPC],
  ['http', 400, 'Server not initialized'],
  ['http', 400, ''],
  ['json', 400, JSON_RPC],
  ['json', 404, ''],
  ['sse', 400, 'No transport found for sessionId'],
  ['sse', 404, 'Session not found'],
] as const)('a session over %s that is lost with %i, %j, is begun anew', async (kind, status, body) => {
  const server = await startHttpMcpServer(kind);
  const it = connected(overHttp(server.url));
  await it.call('echo');
  server.forget(status, body);
  expect(await it.call('echo', { n: 2 })).toEqual(echoed(2));
  expect(it.states.filter((state) => state === 'connected')).toHaveLength(2);
});

/** A server's answer for a forgotten session; `id` is replaced by the request's id. */
interface Forgotten {
  readonly status: number;
  readonly type?: 'text/event-stream';
  readonly body: object | string;
}

const rpc = (code: number, message: string, id: unknown = 'id'): object => ({
  jsonrpc: '2.0',
  id,
  error: { code, message },
});

test.each<Forgotten>([
  { status: 404, body: rpc(-32001, 'Session not found') },
  { status: 404, body: rpc(-32001, 'Session not found', null) },
  { status: 404, body: '' },
  { status: 400, body: rpc(-32000, 'Bad Request: No valid session ID provided', null) },
  { status: 400, body: rpc(-32600, 'Missing session ID') },
  { status: 400, body: 'Bad Request: Server not initialized' },
  { status: 410, body: 'Gone' },
  { status: 401, body: 'Invalid session' },
  { status: 403, body: { error: 'session expired' } },
  { status: 200, body: rpc(-32001, 'Session not found') },
  { status: 200, body: rpc(-32600, 'Session terminated') },
  { status: 200, body: rpc(-32000, 'Bad Request: Mcp-Session-Id header is required') },
  { status: 200, type: 'text/event-stream', body: rpc(-32001, 'Session not found') },
  { status: 200, type: 'text/event-stream', body: rpc(-32000, 'unknown session') },
  { status: 200, type: 'text/event-stream', body: { error: 'Session not found' } },
  { status: 200, body: { error: 'Session does not exist' } },
])('a session that the server forgot is begun anew, and what it refused is sent again: %j', async (forgotten) => {
  const server = await startHttpMcpServer();
  const it = connected(overHttp(server.url));
  await it.call('echo');
  let isForgotten = true;
  server.refuse = (response, what) => {
    if (what === 'POST initialize') isForgotten = false;
    if (!isForgotten || !what.startsWith('POST')) return false;
    const { status, body, type = 'application/json' } = forgotten;
    const text = typeof body === 'string' ? body : JSON.stringify(body).replace('"id":"id"', `"id":${server.lastId}`);
    response.writeHead(status, { 'content-type': type });
    response.end(type === 'application/json' ? text : `event: message\ndata: ${text}\n\n`);
    return true;
  };
  // A call that is not repeatable is sent again here, because the server says that it has not processed the first one.
  expect(await it.call('echo', { n: 2 })).toEqual(echoed(2));
  expect(it.states.filter((state) => state === 'connected')).toHaveLength(2);
});

test('an error of a tool that speaks of sessions does not cost ours', async () => {
  const server = await startHttpMcpServer();
  const it = connected(overHttp(server.url));
  await it.call('echo');
  server.refuse = (response, what) => {
    if (what !== 'POST tools/call') return false;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(rpc(-32602, 'browser session not found', server.lastId)));
    return true;
  };
  await expect(it.call('echo')).rejects.toMatchObject({ code: -32602, message: 'browser session not found' });
  expect(it.states).toEqual(['connecting', 'connected']);
});

test.each<readonly [object, object]>([
  [{ error: 'out of credits' }, { code: -32000, message: 'out of credits' }],
  [
    { error: { code: 'E_QUOTA', message: 'spent', data: { left: 0 } } },
    { message: 'E_QUOTA: spent', data: { left: 0 } },
  ],
  [{ error: { code: -32000, message: { text: 'spent' } } }, { code: -32000, message: '{"text":"spent"}' }],
])('an error that is not as JSON-RPC demands it arrives with its words: %j', async (answer, told) => {
  for (const type of ['application/json', 'text/event-stream']) {
    const server = await startHttpMcpServer();
    const it = connected(overHttp(server.url));
    await it.call('echo');
    server.refuse = (response, what) => {
      if (what !== 'POST tools/call') return false;
      const text = JSON.stringify({ jsonrpc: '2.0', id: server.lastId, ...answer });
      response.writeHead(200, { 'content-type': type });
      response.end(type === 'application/json' ? text : `data: ${text}\n\n`);
      return true;
    };
    await expect(it.call('echo')).rejects.toMatchObject({ name: 'RpcError', ...told });
  }
});

test('a message that is wrong by itself does not cost the session', async () => {
  const server = await startHttpMcpServer();
  const it = connected(overHttp(server.url));
  await it.call('echo');
  let wrong = 0;
  server.refuse = (response, what) => {
    if (what !== 'POST tools/call' || wrong++ > 0) return false;
    response.writeHead(400).end('argument "n" is missing');
    return true;
  };
  await expect(it.call('echo')).rejects.toMatchObject({
    code: 'http_error',
    message: expect.stringMatching(/: HTTP 400, it said: argument "n" is missing$/),
  });
  await it.call('echo');
  expect([it.states, count(server.seen, 'POST ping')]).toEqual([['connecting', 'connected'], 1]);
});

test('a JSON-RPC error that came with a status of its own arrives as it is', async () => {
  const server = await startHttpMcpServer();
  const it = connected(overHttp(server.url));
  await it.call('echo');
  let id = 0;
  server.refuse = (response, what) => {
    if (what !== 'POST tools/call') return false;
    const error = { code: -32602, message: 'no such session-less tool', data: { n: 1 } };
    response.writeHead(400, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ jsonrpc: '2.0', id: server.lastId, error }));
    id = Number(server.lastId);
    return true;
  };
  await expect(it.call('echo')).rejects.toMatchObject({
    name: 'RpcError',
    code: -32602,
    message: 'no such session-less tool',
    data: { n: 1 },
  });
  expect([id > 0, it.states]).toEqual([true, ['connecting', 'connected']]);
});

test('a server with JSON alone and without session ids that was started anew was lost for good', async () => {
  let initialized = false;
  let handshakes = 0;
  const server = createServer(async (request, response) => {
    if (request.method !== 'POST') return void response.writeHead(405).end();
    const { id, method, params } = (await json(request)) as { id?: number; method: string; params?: object };
    if (method === 'initialize') {
      handshakes++;
      initialized = true;
    }
    if (!initialized) return void response.writeHead(400).end('Bad Request');
    if (id === undefined) return void response.writeHead(202).end();
    const serverInfo = { name: 'json', version: '1' };
    const hello = { protocolVersion: '2025-11-25', capabilities: {}, serverInfo };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result: method === 'initialize' ? hello : { params } }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const it = connected(overHttp(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`));
  await it.call('echo');
  initialized = false;
  expect(await it.call('echo', { n: 2 })).toMatchObject({ params: { arguments: { n: 2 } } });
  expect(handshakes).toBe(2);
});

test('"type": "sse" was taken for Streamable HTTP', async () => {
  const server = await startHttpMcpServer('sse');
  const it = connected(overHttp(server.url, { sse: true }));
  expect(await it.call('echo', { n: 1 })).toEqual(echoed(1));
  expect(server.seen[0]?.what).toBe('GET');
  expect(it.events.find(({ event }) => event === 'gateway.connected')?.data).toMatchObject({ transport: 'sse' });
});

test('what a server says where its stream of events cannot be opened is told', async () => {
  const server = await startHttpMcpServer('sse');
  server.refuse = (response) => {
    response.writeHead(503).end('the key my-5ecret is spent');
    return true;
  };
  const headers = { 'X-Key': 'my-5ecret' };
  const it = connected(overHttp(server.url, { sse: true, autoReconnect: false, headers }));
  await expect(it.call('echo')).rejects.toThrow(': HTTP 503, it said: the key [redacted] is spent');
});

test('`initialize` lacked the header that says its method', async () => {
  const server = await startHttpMcpServer();
  await connected(overHttp(server.url)).call('echo');
  const methods = server.seen.map(({ what, headers }) => [what, headers['mcp-method']]);
  expect(methods).toContainEqual(['POST initialize', 'initialize']);
  expect(methods).toContainEqual(['POST notifications/initialized', 'notifications/initialized']);
  expect(methods).toContainEqual(['POST tools/call', 'tools/call']);
});

import { writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { expect, onTestFinished, test } from 'vitest';
import type { Handle } from '../../../../launcher/server/handle.ts';
import { CLIENT_IDLE_MS, MAX_CLIENTS } from '../../../../launcher/server/http/client-table.ts';
import { KEEP_ALIVE_MS } from '../../../../launcher/server/http/reply.ts';
import { DRAIN_MS, MAX_BODY_BYTES } from '../../../../launcher/server/http/serve-http.ts';
import type { CallContext } from '../../../../src/mcp/calls/call-context.ts';
import { MODERN_ERRORS } from '../../../../src/mcp/modern/request-meta.ts';
import { RpcError } from '../../../../src/mcp/rpc-error.ts';
import { manualTimers } from '../../../support/manual-timers.ts';
import { until } from '../../../support/until.ts';
import { eventsOf, type HttpGateway, KEY, request, startHttpGateway } from './http-gateway.ts';

async function connected({ url }: HttpGateway): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const headers = { Authorization: `Bearer ${KEY}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }) as never);
  onTestFinished(() => client.close());
  return client;
}

/** Answers `initialize` normally, and other requests with `answer`. */
const answering =
  (answer: Handle): Handle =>
  async (method, params, context) =>
    method === 'initialize'
      ? { protocolVersion: (params as { protocolVersion: string }).protocolVersion }
      : await answer(method, params, context);

test('a client lists and calls the tools that it would have over stdio, in the folder of the gateway', async () => {
  const gateway = await startHttpGateway();
  writeFileSync(path.join(gateway.root, 'a.txt'), 'first\nsecond\n');
  const client = await connected(gateway);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(['read', 'bash', 'grep', 'artifact']);
  const result = await client.callTool({ name: 'read', arguments: { file_path: 'a.txt' } });
  expect(JSON.stringify(result.content)).toContain('second');
});

test.each([
  ['no key', undefined, 'Bearer realm="mcp-pruner"'],
  ['another key', `Bearer ${'x'.repeat(32)}`, 'Bearer realm="mcp-pruner", error="invalid_token"'],
  ['the beginning of the key', `Bearer ${KEY.slice(1)}`, 'Bearer realm="mcp-pruner", error="invalid_token"'],
  ['another scheme', `Basic ${KEY}`, 'Bearer realm="mcp-pruner"'],
])('%s is 401', async (_, authorization, challenge) => {
  const { url } = await startHttpGateway();
  for (const method of ['POST', 'GET', 'DELETE']) {
    const answered = await fetch(url, { method, headers: authorization === undefined ? {} : { authorization } });
    expect(answered.status).toBe(401);
    expect(answered.headers.get('www-authenticate')).toBe(challenge);
    expect(await answered.text()).not.toContain(KEY.slice(1));
  }
});

/** Returns the status for headers that `fetch` cannot send. */
function statusWith({ url }: HttpGateway, headers: Readonly<Record<string, string>>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(url, { method: 'DELETE', headers: { authorization: `Bearer ${KEY}`, ...headers } });
    sent.once('response', (answered) => resolve(answered.resume().statusCode));
    sent.once('error', reject);
    sent.end();
  });
}

test.each([
  [{ host: 'rebound.example' }, 403],
  [{ host: 'rebound.example:80' }, 403],
  [{ host: '127.0.0.1.rebound.example' }, 403],
  [{ host: 'rebound.example@localhost' }, 403],
  [{ host: 'localhost:1234' }, 400],
  [{ host: '[::1]:1234' }, 400],
  [{ origin: 'https://page.example' }, 403],
  [{ origin: 'http://localhost.page.example' }, 403],
  [{ origin: 'null' }, 403],
  [{ origin: 'http://page.example@localhost' }, 403],
  [{ origin: 'http://localhost:5173' }, 400],
  [{ origin: 'https://127.0.0.1' }, 400],
])('pages of other sites stay out: %j is %i', async (headers, status) => {
  expect(await statusWith(await startHttpGateway(), headers)).toBe(status);
});

test('what is no MCP over HTTP is refused with what is allowed', async () => {
  const { url, post, send } = await startHttpGateway();
  const refused = async (answered: Response): Promise<string> => {
    const { error } = (await answered.json()) as { error: { code: number; message: string } };
    return `${answered.status} ${error.code} ${error.message}`;
  };
  const elsewhere = await fetch(`${url}x?y=1`, { headers: { authorization: `Bearer ${KEY}` } });
  const tooLarge = `"${'x'.repeat(MAX_BODY_BYTES)}"`;
  expect([
    await refused(elsewhere),
    await refused(await send('PUT')),
    await refused(await post('{}', { 'content-type': 'text/plain' })),
    await refused(await post('{}', { accept: 'application/json' })),
    await refused(await post('{"jsonrpc":')),
    await refused(await post(tooLarge)),
    await refused(await post(request(1, 'tools/list'))),
    await refused(await post(request(1, 'tools/list'), { 'mcp-session-id': 'x' })),
    await refused(await post({}, await (await startHttpGateway()).begin())),
  ]).toEqual([
    '404 -32000 Nothing is at "/mcpx": expected /mcp',
    '405 -32000 PUT is not supported: expected POST, GET, DELETE',
    '415 -32000 Content-Type: expected application/json',
    '406 -32000 Accept: expected application/json and text/event-stream',
    '400 -32700 Parse error',
    `413 -32000 The body is too large: expected at most ${MAX_BODY_BYTES} bytes`,
    '400 -32000 Mcp-Session-Id is missing: begin with "initialize"',
    '404 -32000 There is no such session, or it has ended: begin with "initialize"',
    '404 -32000 There is no such session, or it has ended: begin with "initialize"',
  ]);
});

test('within a session, what its version does not have is refused', async () => {
  const { post, begin } = await startHttpGateway();
  const session = await begin();
  const statusOf = async (message: unknown, headers = {}): Promise<number> =>
    (await post(message, { ...session, ...headers })).status;
  expect(await statusOf({})).toBe(400);
  expect(await statusOf([request(1, 'ping')])).toBe(400);
  expect(await statusOf(request(1, 'initialize', {}))).toBe(400);
  expect(await statusOf(request(1, 'ping'), { 'mcp-protocol-version': '2025-06-18' })).toBe(200);
  expect(await statusOf(request(1, 'ping'), { 'mcp-protocol-version': '2025-11-25, 2025-11-25' })).toBe(200);
  expect(await statusOf(request(1, 'ping'), { 'mcp-protocol-version': '2025-11-25, 2025-06-18' })).toBe(400);
  expect(await statusOf(request(1, 'ping'), { 'mcp-protocol-version': '1999-01-01' })).toBe(400);
  expect(await statusOf(request(1, 'ping'), { 'mcp-protocol-version': '2026-07-28' })).toBe(200);
  expect(await statusOf(request(1, 'ping'), { 'mcp-protocol-version': '2025-11-25' })).toBe(200);
  expect(await statusOf({ jsonrpc: '2.0', method: 'notifications/initialized' })).toBe(202);
});

test('a batch of MCP 2025-03-26 is answered as one', async () => {
  const { post, begin } = await startHttpGateway();
  const session = await begin('2025-03-26');
  const answered = await post([request(1, 'ping'), {}, request('1', 'ping')], session);
  expect(await answered.json()).toEqual(
    expect.arrayContaining([
      { jsonrpc: '2.0', id: 1, result: {} },
      { jsonrpc: '2.0', id: '1', result: {} },
      { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'Invalid Request' } },
    ]),
  );
  expect((await post([], session)).status).toBe(400);
});

test('numbers keep their characters', async () => {
  const { post, begin } = await startHttpGateway({ handle: answering(async (_method, params) => params as object) });
  const session = await begin();
  const answered = await post('{"jsonrpc":"2.0","id":1.0,"method":"m","params":{"arguments":{"n":1.10}}}', session);
  expect(await answered.text()).toBe('{"jsonrpc":"2.0","id":1.0,"result":{"arguments":{"n":1.10}}}\n');
});

test('an initialize that fails begins no session', async () => {
  const { post, events } = await startHttpGateway();
  const answered = await post(request(1, 'initialize', { protocolVersion: 7 }));
  expect(await answered.json()).toMatchObject({ error: { code: -32602 } });
  expect(answered.headers.get('mcp-session-id')).toBe(null);
  await until(async () => events.includes('http.client_ended refused') || undefined);
});

test('DELETE ends a session, and the calls in it', async () => {
  const signals: AbortSignal[] = [];
  const handle = answering((_method, _params, { signal }) => {
    signals.push(signal);
    return new Promise(() => {});
  });
  const { post, send, begin } = await startHttpGateway({ handle });
  const session = await begin();
  const hanging = post(request(1, 'hang'), session);
  await until(async () => signals[0]);
  expect((await send('DELETE', session)).status).toBe(204);
  expect(await (await hanging).text()).toBe('');
  expect(signals[0]?.aborted).toBe(true);
  expect((await send('DELETE', session)).status).toBe(404);
});

test('a session ends after 30 minutes without a request, but not while its client listens', async () => {
  const timers = manualTimers();
  const gateway = await startHttpGateway({ timers });
  const [quiet, listening] = [await gateway.begin(), await gateway.begin()];
  const stream = await gateway.send('GET', listening);
  await until(async () => {
    // The idle time starts when the response has been sent, which the client may notice earlier. So advance the clock
    // repeatedly.
    timers.advance(CLIENT_IDLE_MS);
    return gateway.events.includes('http.client_ended idle') || undefined;
  });
  expect((await gateway.post(request(1, 'ping'), quiet)).status).toBe(404);
  expect((await gateway.post(request(1, 'ping'), listening)).status).toBe(200);
  await stream.body?.cancel();
});

test('more clients than there is room for take the place of one without a request, and are refused if there is none', async () => {
  let answered = (): void => {};
  const waiting = new Promise<void>((resolve) => {
    answered = resolve;
  });
  const gateway = await startHttpGateway({ handle: answering(() => waiting.then(() => ({}))) });
  const { post, send, begin } = gateway;
  const [idle, frozen] = [await begin(), await begin()];
  const stream = await send('GET', frozen);
  const calls: Promise<Response>[] = [];
  for (let i = 0; i < MAX_CLIENTS; i++) calls.push(post(request(1, 'hang'), await begin()));
  answered();
  expect((await send('DELETE', idle)).status).toBe(404);
  // A client that only listens must give up its place. Otherwise sixty-four of them would lock everyone out.
  expect((await send('DELETE', frozen)).status).toBe(404);
  await Promise.all(calls);
  await stream.body?.cancel();
});

test('where each client has a request in flight, another one is refused', async () => {
  const { post, begin, close } = await startHttpGateway({ handle: answering(() => new Promise(() => {})) });
  const calls: Promise<unknown>[] = [];
  for (let i = 0; i < MAX_CLIENTS; i++) calls.push(post(request(1, 'hang'), await begin()).catch(() => {}));
  const initialize = () => post(request(1, 'initialize', { protocolVersion: '2025-11-25' }));
  // A request is only in flight once it has arrived, so try again until the gateway is full.
  const refused = await until(async () => {
    const answer = await initialize();
    return answer.status === 503 ? answer : undefined;
  });
  expect(await refused.json()).toMatchObject({
    id: 1,
    error: { message: expect.stringContaining('each of 64 has a request in flight') },
  });
  void close();
});

test('what a call tells and asks goes over its own stream; a client that is not asked in a call is once it listens', async () => {
  let session: CallContext['session'] | undefined;
  const handle = answering(async (method, _params, context) => {
    session = context.session;
    if (method !== 'asks') return {};
    context.notify('notifications/progress', { progress: 1 });
    return await context.session.request('elicitation/create', { message: '?' }, context.signal);
  });
  const { post, send, begin } = await startHttpGateway({ handle });
  const header = await begin();
  const stream = eventsOf(await post(request(7, 'asks'), header));
  const next = async () => (await stream.next()).value;
  expect(await next()).toEqual({ jsonrpc: '2.0', method: 'notifications/progress', params: { progress: 1 } });
  const asked = await next();
  expect(asked).toMatchObject({ method: 'elicitation/create', params: { message: '?' } });
  expect((await post({ jsonrpc: '2.0', id: asked?.['id'], result: { action: 'decline' } }, header)).status).toBe(202);
  expect(await next()).toEqual({ jsonrpc: '2.0', id: 7, result: { action: 'decline' } });
  expect(await next()).toBeUndefined();

  session?.notify('notifications/tools/list_changed');
  const roots = session?.request('roots/list', {}, new AbortController().signal);
  const listened = eventsOf(await send('GET', header));
  expect((await listened.next()).value).toMatchObject({ method: 'notifications/tools/list_changed' });
  const { id } = (await listened.next()).value ?? {};
  await post({ jsonrpc: '2.0', id, result: { roots: [] } }, header);
  expect(await roots).toEqual({ roots: [] });
  // A newer stream of a session replaces the older one.
  const newer = eventsOf(await send('GET', header));
  expect(await listened.next()).toMatchObject({ done: true });
  session?.notify('notifications/message', { level: 'info' });
  expect((await newer.next()).value).toMatchObject({ method: 'notifications/message' });
  await send('DELETE', header);
  expect(await newer.next()).toMatchObject({ done: true });
});

test('a call that is cancelled ends its stream; an id is free again then', async () => {
  const begun: unknown[] = [];
  const handle = answering((method, _params, { id }) => {
    begun.push(id);
    return method === 'hang' ? new Promise(() => {}) : Promise.resolve({});
  });
  const { post, begin } = await startHttpGateway({ handle });
  const session = await begin();
  const hanging = post(request(1, 'hang'), session);
  await until(async () => begun[0]);
  expect((await post(request(1, 'quick'), session)).status).toBe(400);
  await post({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }, session);
  expect(await (await hanging).text()).toBe('');
  expect((await post(request('1', 'quick'), session)).status).toBe(200);
});

test('a call that takes long becomes a stream that shows signs of life', async () => {
  const timers = manualTimers();
  let finish: ((result: object) => void) | undefined;
  const handle = answering(() => new Promise((resolve) => (finish = resolve)));
  const { post, begin } = await startHttpGateway({ timers, handle });
  const answering_ = post(request(1, 'slow'), await begin());
  await until(async () => finish);
  timers.advance(KEEP_ALIVE_MS);
  const stream = eventsOf(await answering_);
  expect((await stream.next()).value).toEqual({ comment: ': still here' });
  timers.advance(KEEP_ALIVE_MS);
  expect((await stream.next()).value).toEqual({ comment: ': still here' });
  finish?.({ done: true });
  expect((await stream.next()).value).toEqual({ jsonrpc: '2.0', id: 1, result: { done: true } });
});

test('at its end, calls under way have a moment to finish, and are told then', async () => {
  const timers = manualTimers();
  const finish = new Map<string, (result: object) => void>();
  const handle = answering((method) => new Promise((resolve) => void finish.set(method, resolve)));
  const { post, begin, close } = await startHttpGateway({ timers, handle });
  const session = await begin();
  const [quick, slow] = [post(request(1, 'quick'), session), post(request(2, 'slow'), session)];
  await until(async () => finish.size === 2 || undefined);
  const closed = close();
  finish.get('quick')?.({});
  expect((await quick).status).toBe(200);
  timers.advance(DRAIN_MS);
  expect((await slow).status).toBe(503);
  await closed;
});

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};
const modern = (id: number, method: string, params: object = {}, name = 'modern') => {
  const clientInfo = { 'io.modelcontextprotocol/clientInfo': { name, version: '1' } };
  return request(id, method, { ...params, _meta: { ...META, ...clientInfo } });
};
const headed = (method: string, name?: string) => ({
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': method,
  ...(name !== undefined && { 'mcp-name': name }),
});

test('MCP 2026-07-28 needs no session', async () => {
  const { post, root, events } = await startHttpGateway();
  writeFileSync(path.join(root, 'a.txt'), 'first\n');
  const discovered = await post(modern(1, 'server/discover'), headed('server/discover'));
  expect(discovered.headers.get('mcp-session-id')).toBe(null);
  expect(await discovered.json()).toMatchObject({ id: 1, result: { resultType: 'complete' } });
  const call = modern(1, 'tools/call', { name: 'read', arguments: { file_path: 'a.txt' } });
  // Two clients may use the same request id.
  const called = await Promise.all([1, 2].map(() => post(call, headed('tools/call', 'read'))));
  for (const one of called) expect(JSON.stringify(await one.json())).toContain('first');
  expect(events.filter((event) => event.startsWith('http.client_started'))).toEqual(['http.client_started stateless']);
});

test('200 agents of MCP 2026-07-28 that can do the same share one set of servers, and each gets its own answers', async () => {
  const { post, root, events } = await startHttpGateway();
  const names = Array.from({ length: 200 }, (_, at) => `agent-${at}`);
  for (const name of names) writeFileSync(path.join(root, name), `only ${name}.`);
  const ask = async (name: string): Promise<string> => {
    const call = modern(1, 'tools/call', { name: 'read', arguments: { file_path: name } }, name);
    return await (await post(call, headed('tools/call', 'read'))).text();
  };
  const answers = await Promise.all(names.map(ask));
  expect(answers.filter((answer, at) => !answer.includes(`only ${names[at]}.`))).toEqual([]);
  await ask('codex-mcp-client');
  expect(events.filter((event) => event.startsWith('http.client_started'))).toEqual([
    'http.client_started stateless',
    'http.client_started stateless',
  ]);
});

test('a request of MCP 2026-07-28 counts by itself, also if its client has a session', async () => {
  const { post, begin } = await startHttpGateway();
  const session = await begin();
  const alone = await post(modern(1, 'tools/list'), { ...session, ...headed('tools/list') });
  expect(await alone.json()).toMatchObject({ id: 1, result: { resultType: 'complete' } });
  expect((await post(request(1, 'ping'), session)).status).toBe(200);
  expect((await post({ jsonrpc: '2.0', method: 'notifications/x' }, headed('notifications/x'))).status).toBe(202);
});

test('a request of MCP 2026-07-28 is refused as its HTTP asks', async () => {
  const { post } = await startHttpGateway();
  const refused = async (message: object, headers: Record<string, string>): Promise<unknown> => {
    const answered = await post(message, headers);
    const { id, error } = (await answered.json()) as { id: unknown; error: { code: number } };
    return [answered.status, id, error.code];
  };
  const called = modern(3, 'tools/call', { name: 'read', arguments: {} });
  const versioned = { ...META, 'io.modelcontextprotocol/protocolVersion': '2099-01-01' };
  expect([
    await refused(called, {}),
    await refused(called, headed('tools/list')),
    await refused(called, headed('tools/call', 'bash')),
    await refused(request(3, 'tools/list', { _meta: versioned }), { 'mcp-protocol-version': '2099-01-01' }),
    await refused(request(3, 'tools/list'), headed('tools/list')),
    await refused(modern(3, 'initialize'), headed('initialize')),
  ]).toEqual([
    [400, 3, -32020],
    [400, 3, -32020],
    [400, 3, -32020],
    [400, 3, -32022],
    [400, 3, -32602],
    [404, 3, -32601],
  ]);
});

test('a request of MCP 2026-07-28 that needs what its client cannot do is 400', async () => {
  const handle: Handle = async () => {
    throw new RpcError(MODERN_ERRORS.missingCapability, 'The client has not declared the capability "sampling"');
  };
  const { post } = await startHttpGateway({ handle });
  const refused = await post(modern(1, 'tools/call', { name: 'x' }), headed('tools/call', 'x'));
  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({ id: 1, error: { code: -32021 } });
});

test('a client of MCP 2026-07-28 listens, and cancels by going away', async () => {
  const gateway = await startHttpGateway();
  const listen = modern(5, 'subscriptions/listen', { notifications: { toolsListChanged: true } });
  const stop = new AbortController();
  const headers = { ...headed('subscriptions/listen'), 'content-type': 'application/json' };
  const answered = await fetch(gateway.url, {
    ...{ method: 'POST', signal: stop.signal, body: JSON.stringify(listen) },
    headers: { ...headers, authorization: `Bearer ${KEY}`, accept: '*/*' },
  });
  expect(answered.headers.get('content-type')).toBe('text/event-stream');
  expect((await eventsOf(answered).next()).value).toMatchObject({
    method: 'notifications/subscriptions/acknowledged',
    params: { _meta: { 'io.modelcontextprotocol/subscriptionId': 5 } },
  });
  stop.abort();
  const other = eventsOf(await gateway.post(listen, headers));
  await other.next();
  // When the gateway closes, it answers the request.
  const closed = gateway.close();
  expect((await other.next()).value).toMatchObject({ id: 5, result: { resultType: 'complete' } });
  await closed;
});

test('a call of a client of MCP 2026-07-28 that goes away is cancelled', async () => {
  const signals: AbortSignal[] = [];
  const handle: Handle = (_method, _params, { signal }) => {
    signals.push(signal);
    return new Promise(() => {});
  };
  const { url } = await startHttpGateway({ handle });
  const stop = new AbortController();
  const headers = { ...headed('tools/call', 'x'), 'content-type': 'application/json', authorization: `Bearer ${KEY}` };
  const body = JSON.stringify(modern(1, 'tools/call', { name: 'x' }));
  const hanging = fetch(url, { method: 'POST', headers, body, signal: stop.signal }).catch(() => 'gone');
  const signal = await until(async () => signals[0]);
  stop.abort();
  expect(await hanging).toBe('gone');
  await until(async () => signal.aborted || undefined);
});

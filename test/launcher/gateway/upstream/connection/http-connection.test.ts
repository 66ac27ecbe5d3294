import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { expect, onTestFinished, test } from 'vitest';
import { INITIALIZED_MS } from '../../../../../launcher/gateway/upstream/connection/session-link.ts';
import { type HttpMcpServer, startHttpMcpServer } from '../../../../support/mcp-servers/http-server.ts';
import { heldTimers } from '../../../platform/process/held-timers.ts';
import { connected, overHttp } from './connected.ts';

const count = (seen: readonly { readonly what: string }[], what: string): number =>
  seen.filter((one) => one.what === what).length;

test('Streamable HTTP: connects, lists, calls with progress, hears of changes, and says goodbye', async () => {
  const server = await startHttpMcpServer();
  const it = connected(overHttp(server.url, { headers: { 'X-Key': 'it is me' } }));
  const told: unknown[] = [];
  const result = await it.connection.request(
    'tools/call',
    { name: 'echo', arguments: { a: 1 } },
    { signal: new AbortController().signal, repeatable: false, onProgress: (progress) => told.push(progress) },
  );
  expect(result).toEqual({ content: [{ type: 'text', text: '{"a":1}' }] });
  expect(told).toEqual([{ progress: 1 }]);
  await it.when(() => it.lists.some(({ tools }) => tools?.[0]?.['name'] === 'echo'));
  expect(it.events.find(({ event }) => event === 'gateway.connected')?.data).toMatchObject({
    transport: 'http',
    protocol_version: '2025-11-25',
  });
  expect(server.seen.every(({ headers }) => headers['x-key'] === 'it is me')).toBe(true);
  await it.connection.close();
  expect(count(server.seen, 'DELETE')).toBe(1);
});

test('HTTP+SSE where there is nothing else', async () => {
  const server = await startHttpMcpServer('sse');
  const it = connected(overHttp(server.url, { headers: { 'X-Key': 'it is me' } }));
  expect(await it.call('echo', { a: 1 })).toEqual({ content: [{ type: 'text', text: '{"a":1}' }] });
  expect(it.events.find(({ event }) => event === 'gateway.connected')?.data).toMatchObject({ transport: 'sse' });
  await it.call('change');
  await it.when(() => it.lists.filter(({ tools }) => tools !== undefined).length >= 2);
  expect(server.seen.every(({ headers }) => headers['x-key'] === 'it is me')).toBe(true);
});

test('a session that is gone is begun anew, and the call made again though it must not be repeated', async () => {
  const server = await startHttpMcpServer();
  const it = connected(overHttp(server.url));
  await it.call('echo');
  server.forget();
  expect(await it.call('echo', { n: 2 })).toEqual({ content: [{ type: 'text', text: '{"n":2}' }] });
  expect(count(server.seen, 'POST initialize')).toBe(2);
  expect(it.events.find(({ event }) => event === 'gateway.connection_lost')?.data).toMatchObject({ code: 'closed' });
});

test('calls side by side find the session gone, and each is made again: none of them was done', async () => {
  const server = await startHttpMcpServer();
  const it = connected(overHttp(server.url));
  await it.call('echo');
  server.forget();
  const answers = await Promise.all([1, 2, 3, 4].map((n) => it.call('echo', { n })));
  expect(answers).toEqual([1, 2, 3, 4].map((n) => ({ content: [{ type: 'text', text: `{"n":${n}}` }] })));
  expect(count(server.seen, 'POST initialize')).toBe(2);
});

test.each([401, 403])('%i at connecting: failed, told what to do, asked again after a while alone', async (status) => {
  const server = await startHttpMcpServer();
  server.refuse = (response) => {
    response.writeHead(status).end('who are you?');
    return true;
  };
  const timers = heldTimers();
  let ahead = 0;
  const it = connected(overHttp(`${server.url}?key=5ecret`), {
    timers: { ...timers, now: () => timers.now() + ahead },
  });
  const message = `cannot use server "it" at ${new URL(server.url).origin}: HTTP ${status}, run: mcp-pruner mcp auth it, it said: who are you?`;
  await expect(it.call('echo', {}, true)).rejects.toMatchObject({ code: 'unauthorized', message });
  await expect(it.call('echo', {}, true)).rejects.toMatchObject({ code: 'unauthorized' });
  expect([it.connection.state, count(server.seen, 'POST initialize')]).toEqual(['failed', 1]);
  server.refuse = undefined;
  ahead = 30_000;
  await it.call('echo');
  expect(it.connection.state).toBe('connected');
});

test('with an Authorization header of one’s own that is what to look at', async () => {
  const server = await startHttpMcpServer();
  server.refuse = (response) => {
    response.writeHead(401).end();
    return true;
  };
  const it = connected(overHttp(server.url, { headers: { authorization: 'Bearer t0ken' } }));
  await expect(it.call('echo')).rejects.toThrow('HTTP 401, check "headers" of mcpServers["it"]');
  expect(JSON.stringify([it.events, it.connection.fault?.message])).not.toContain('t0ken');
});

test('401 to a call is told and not tried again', async () => {
  const server = await startHttpMcpServer();
  const it = connected(overHttp(server.url));
  await it.call('echo');
  server.refuse = (response, what) => {
    if (what !== 'POST tools/call') return false;
    response.writeHead(401).end();
    return true;
  };
  await expect(it.call('echo', {}, true)).rejects.toMatchObject({ code: 'unauthorized', sent: false });
  expect(count(server.seen, 'POST tools/call')).toBe(2);
  server.refuse = undefined;
  await it.call('echo');
  expect(it.states).toEqual(['connecting', 'connected']);
});

test('an error of the server’s own was told with its status alone', async () => {
  const server = await startHttpMcpServer();
  const it = connected(overHttp(server.url, { headers: { 'X-Key': 'my-5ecret' } }));
  await it.call('echo');
  server.refuse = (response, what) => {
    if (what !== 'POST tools/call') return false;
    response.writeHead(503).end('<html><style>a{}</style><p>x-key\n was my-5ecret</p></html>');
    return true;
  };
  await expect(it.call('echo', {}, true)).rejects.toMatchObject({
    code: 'http_error',
    sent: true,
    message: `cannot use server "it" at ${new URL(server.url).origin}: HTTP 503, it said: x-key was [redacted]`,
  });
  expect(JSON.stringify(it.events)).not.toContain('x-key');
});

test('a list that needs a sign-in of its own costs no connection, and no word of the server is logged', async () => {
  const server = await startHttpMcpServer('http', () => {
    const capabilities = { tools: {}, prompts: {} };
    const made = new Server({ name: 's', version: '1' }, { capabilities });
    made.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [] }));
    return made;
  });
  server.refuse = (response, what) => {
    if (what !== 'POST prompts/list') return false;
    response.writeHead(403).end('not for hunter22');
    return true;
  };
  const it = connected(overHttp(server.url));
  it.connection.start();
  await it.when(() => it.events.some(({ event }) => event === 'gateway.discovered'));
  const told = it.events.filter(({ event }) => event === 'gateway.list_failed').map(({ data }) => data);
  expect(told).toMatchObject([{ method: 'prompts/list', code: 'unauthorized' }]);
  expect(JSON.stringify(told)).not.toContain('hunter22');
  expect([it.failedLists.sort(), it.connection.state]).toEqual([['prompts', 'tools'], 'connected']);
});

test('a call whose stream ends without an answer fails at once, and is made again where it may be', async () => {
  const server = await startHttpMcpServer();
  const it = connected(overHttp(server.url));
  await it.call('echo');
  let cuts = 0;
  server.refuse = (response, what) => {
    if (what !== 'POST tools/call' || cuts >= 2) return false;
    cuts++;
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(': nothing\n\n');
    return true;
  };
  await expect(it.call('echo')).rejects.toMatchObject({ code: 'closed', sent: true });
  await it.call('echo', {}, true);
  expect(cuts).toBe(2);
});

test('one that breaks the connection during a call is connected to again', async () => {
  const server = await startHttpMcpServer();
  const it = connected(overHttp(server.url));
  await it.call('echo');
  let cuts = 0;
  server.refuse = (response, what) => {
    if (what !== 'POST tools/call' || cuts >= 1) return false;
    cuts++;
    // Send some bytes first, because Deno's fetch repeats a request by itself if the connection breaks before any byte
    // arrived.
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' }).write('{');
    setImmediate(() => response.destroy());
    return true;
  };
  await it.call('echo', {}, true);
  expect([cuts, count(server.seen, 'POST initialize')]).toEqual([1, 2]);
});

test('headers do not follow a redirect to another origin', async () => {
  const seen: unknown[] = [];
  const elsewhere = createServer((request, response) => {
    seen.push(request.headers);
    response.writeHead(200).end();
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void elsewhere.close());
  const server = await startHttpMcpServer();
  server.refuse = (response) => {
    const { port } = elsewhere.address() as AddressInfo;
    response.writeHead(307, { location: `http://127.0.0.1:${port}/mcp?code=5ecret` }).end();
    return true;
  };
  const it = connected(overHttp(server.url, { headers: { 'X-Key': 'it is me' }, autoReconnect: false }));
  await expect(it.call('echo')).rejects.toMatchObject({ code: 'http_error' });
  expect(seen).toEqual([]);
  expect(it.connection.fault?.message).not.toContain('5ecret');
});

test('nobody at the address', async () => {
  const server = await startHttpMcpServer();
  await server.close();
  const it = connected(overHttp(server.url, { autoReconnect: false }));
  await expect(it.call('echo')).rejects.toMatchObject({ code: 'unreachable', sent: false });
  expect(it.connection.state).toBe('disconnected');
});

test('one that does not answer is given up', async () => {
  const server = await startHttpMcpServer();
  server.refuse = () => true;
  const it = connected(overHttp(server.url, { autoReconnect: false, connectTimeout: 200 }));
  it.connection.start();
  await it.when(() => it.connection.state === 'disconnected');
  expect(it.connection.fault).toMatchObject({ code: 'timeout' });
});

/** Holds `notifications/initialized` back. Resolves, once it has arrived, to a function that accepts it. */
const heldInitialized = (server: HttpMcpServer): Promise<() => void> =>
  new Promise((resolve) => {
    server.refuse = (response, what) => {
      const isHeld = what === 'POST notifications/initialized';
      if (isHeld) resolve(() => response.writeHead(202).end());
      return isHeld;
    };
  });

test('a list was asked for before the server had notifications/initialized, and lacked tools for good', async () => {
  const server = await startHttpMcpServer();
  const it = connected(overHttp(server.url), { timers: heldTimers(INITIALIZED_MS) });
  const held = heldInitialized(server);
  it.connection.start();
  const accept = await held;
  // Waits as long as another message takes to arrive.
  await fetch(server.url, { method: 'POST', body: '{}' });
  expect(count(server.seen, 'POST tools/list')).toBe(0);
  accept();
  await it.when(() => it.lists.some(({ tools }) => tools?.[0]?.['name'] === 'echo'));
});

test('a server that never accepts notifications/initialized is used all the same', async () => {
  const server = await startHttpMcpServer();
  const timers = heldTimers(INITIALIZED_MS);
  const it = connected(overHttp(server.url), { timers });
  const held = heldInitialized(server);
  it.connection.start();
  await held;
  timers.ring(INITIALIZED_MS);
  await it.when(() => it.lists.some(({ tools }) => tools?.[0]?.['name'] === 'echo'));
});

test('a connection that is closed meanwhile does not wait for that', async () => {
  const server = await startHttpMcpServer();
  const it = connected(overHttp(server.url), { timers: heldTimers(INITIALIZED_MS) });
  const held = heldInitialized(server);
  it.connection.start();
  await held;
  await it.connection.close();
  expect([it.connection.state, it.lists]).toEqual(['disconnected', []]);
});

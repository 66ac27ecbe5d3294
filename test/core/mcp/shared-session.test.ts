import { expect, test } from 'vitest';
import { META } from '../../../src/mcp/modern/request-meta.ts';
import { createSharedSession } from '../../../src/mcp/shared-session.ts';

interface Sent {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: unknown;
  readonly error?: unknown;
}

function share(count = 2) {
  const server: Sent[] = [];
  const session = createSharedSession({ toServer: (message) => void server.push(message), onAsked: () => {} });
  const clients = Array.from({ length: count }, () => {
    const got: Sent[] = [];
    const leave = (): void => {
      got.push({ method: 'left' });
      client.leave();
    };
    const client = session.attach((message) => void got.push(message), leave);
    const receive = (message: object): void => client.receive({ jsonrpc: '2.0', ...message });
    return { got, receive, leave: client.leave };
  });
  const say = (message: object): void => session.receive({ jsonrpc: '2.0', ...message });
  return { server, clients, say };
}

type Client = ReturnType<typeof share>['clients'][number];
const two = (clients: Client[]): [Client, Client] => [clients[0] as Client, clients[1] as Client];

test('the server is greeted once, whoever comes and when', () => {
  const { server, clients, say } = share(3);
  const [a, b] = two(clients);
  a.receive({ id: 1, method: 'initialize', params: { x: 1 } });
  b.receive({ id: 'one', method: 'initialize', params: { x: 1 } });
  expect(server).toEqual([{ jsonrpc: '2.0', id: 0, method: 'initialize', params: { x: 1 } }]);
  say({ id: 0, result: { name: 's' } });
  clients[2]?.receive({ id: 9, method: 'initialize' });
  expect(clients.map(({ got }) => got)).toEqual([
    [{ jsonrpc: '2.0', id: 1, result: { name: 's' } }],
    [{ jsonrpc: '2.0', id: 'one', result: { name: 's' } }],
    [{ jsonrpc: '2.0', id: 9, result: { name: 's' } }],
  ]);
  for (const client of clients) client.receive({ method: 'notifications/initialized' });
  expect(server.filter(({ method }) => method === 'notifications/initialized')).toHaveLength(1);
});

test('what is asked outside of any call goes to a client that was always alone, otherwise to nobody', () => {
  const alone = share(1);
  alone.say({ id: 1, method: 'roots/list' });
  expect(alone.clients[0]?.got).toMatchObject([{ method: 'roots/list' }]);
  const { server, clients, say } = share();
  const [a, b] = two(clients);
  a.leave();
  for (const method of ['roots/list', 'elicitation/create']) say({ id: method, method });
  expect(server).toMatchObject([{ error: { code: -32603 } }, { error: { code: -32603 } }]);
  expect([a.got, b.got]).toEqual([[], [{ method: 'left' }]]);
});

test('a ping of the server, or a request that no client knows, took the server from its clients', () => {
  const { server, clients, say } = share();
  say({ id: 1, method: 'ping' });
  say({ id: 2, method: 'other/thing' });
  expect(server).toMatchObject([
    { id: 1, result: {} },
    { id: 2, error: { code: -32601 } },
  ]);
  expect(clients.map(({ got }) => got)).toEqual([[], []]);
});

test('requests with the same id and token are told apart; answers and progress find their clients', () => {
  const { server, clients, say } = share();
  const [a, b] = two(clients);
  for (const client of [a, b]) {
    client.receive({ id: 1, method: 'tools/call', params: { name: 'x', _meta: { progressToken: 't' } } });
  }
  const [first, second] = server;
  expect(first?.id).not.toBe(second?.id);
  const tokenOf = (sent: Sent | undefined) =>
    ((sent?.params?.['_meta'] ?? {}) as { progressToken?: string }).progressToken;
  say({ method: 'notifications/progress', params: { progressToken: tokenOf(second), progress: 1 } });
  say({ id: second?.id, result: { b: 1 } });
  say({ id: first?.id, error: { code: -1, message: 'no' } });
  expect(a.got).toEqual([{ jsonrpc: '2.0', id: 1, error: { code: -1, message: 'no' } }]);
  expect(b.got).toEqual([
    { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 't', progress: 1 } },
    { jsonrpc: '2.0', id: 1, result: { b: 1 } },
  ]);
  // The call was answered before, so a second answer is ignored.
  say({ id: second?.id, result: {} });
  expect(b.got).toHaveLength(2);
});

test('what a client takes back, or leaves behind, is taken back from the server', () => {
  const { server, clients, say } = share();
  const [a, b] = two(clients);
  a.receive({ id: 5, method: 'tools/call' });
  b.receive({ id: 5, method: 'tools/call' });
  const [ofA, ofB] = server.map(({ id }) => id);
  a.receive({ method: 'notifications/cancelled', params: { requestId: 5, reason: 'enough' } });
  expect(server.at(-1)?.params).toEqual({ requestId: ofA, reason: 'enough' });
  say({ id: ofA, result: {} });
  b.leave();
  expect(server.at(-1)).toMatchObject({ method: 'notifications/cancelled', params: { requestId: ofB } });
  say({ id: ofB, result: {} });
  expect([a.got, b.got]).toEqual([[], []]);
});

test('a client that was always alone answers, takes back and leaves questions', () => {
  const { server, clients, say } = share(1);
  const [a] = clients as [Client];
  for (const id of ['q', 'r', 's']) say({ id, method: 'roots/list' });
  a.receive({ id: a.got[0]?.id, result: { roots: [] } });
  expect(server).toEqual([{ jsonrpc: '2.0', id: 'q', result: { roots: [] } }]);
  say({ method: 'notifications/cancelled', params: { requestId: 'r' } });
  expect(a.got.at(-1)?.params).toEqual({ requestId: a.got[1]?.id });
  a.leave();
  expect(server.at(-1)).toMatchObject({ id: 's', error: { code: -32603 } });
});

test('a late question or log message of one client reached the only other one with a running call', () => {
  const { server, clients, say } = share();
  const [a, b] = two(clients);
  b.receive({ id: 1, method: 'tools/call' });
  say({ id: server[0]?.id, result: {} });
  a.receive({ id: 1, method: 'tools/call' });
  say({ method: 'notifications/message', params: { level: 'alert', data: 'of b' } });
  say({ id: 'q', method: 'elicitation/create', params: { message: 'of b' } });
  const refused = { error: { code: -32603, message: expect.stringContaining('call again') } };
  expect(server.at(-1)).toMatchObject({ id: 'q', ...refused });
  // From then on each has its own server, as soon as its calls have ended.
  expect([a.got, b.got]).toEqual([[], [{ jsonrpc: '2.0', id: 1, result: {} }, { method: 'left' }]]);
  say({ id: server[1]?.id, result: {} });
  expect(a.got).toEqual([{ jsonrpc: '2.0', id: 1, result: {} }, { method: 'left' }]);
});

test('updates go to those who subscribed, log messages to nobody, changes to all', () => {
  const { server, clients, say } = share();
  const [a, b] = two(clients);
  for (const client of [a, b]) client.receive({ id: 1, method: 'resources/subscribe', params: { uri: 'x:1' } });
  b.receive({ id: 2, method: 'resources/unsubscribe', params: { uri: 'x:1' } });
  // The other client is still subscribed.
  expect(b.got).toEqual([{ jsonrpc: '2.0', id: 2, result: {} }]);
  expect(server.map(({ method }) => method)).toEqual(['resources/subscribe', 'resources/subscribe']);
  say({ method: 'notifications/resources/updated', params: { uri: 'x:1' } });
  a.receive({ id: 4, method: 'tools/call' });
  say({ method: 'notifications/message', params: { level: 'info', data: 'd' } });
  say({ method: 'notifications/elicitation/complete' });
  say({ method: 'notifications/tools/list_changed' });
  expect(a.got.map(({ method }) => method)).toEqual([
    'notifications/resources/updated',
    'notifications/tools/list_changed',
  ]);
  expect(b.got.slice(1).map(({ method }) => method)).toEqual(['notifications/tools/list_changed']);
});

test('without a client the server is told so', () => {
  const { server, say } = share(0);
  say({ id: 1, method: 'roots/list' });
  expect(server).toMatchObject([{ id: 1, error: { code: -32603 } }]);
});

test('a subscription of MCP 2026-07-28 is known by the id that its client gave it', () => {
  const { server, clients, say } = share();
  const [a, b] = two(clients);
  for (const client of [a, b]) client.receive({ id: 7, method: 'subscriptions/listen', params: { notifications: {} } });
  const _meta = { [META.subscription]: server[1]?.id };
  say({ method: 'notifications/tools/list_changed', params: { _meta } });
  expect(a.got).toEqual([]);
  expect(b.got[0]?.params).toEqual({ _meta: { [META.subscription]: 7 } });
});

test('an object in place of an id, a token or a URI, which nothing converts, ended the process', () => {
  const odd = { toString: 1, valueOf: 1 };
  const { clients, say } = share();
  const [a, b] = two(clients);
  a.receive({ id: 1, method: 'resources/subscribe', params: { uri: { ...odd } } });
  a.receive({ id: 2, method: 'tools/call' });
  a.receive({ method: 'notifications/cancelled', params: { requestId: odd } });
  say({ id: 's', method: 'roots/list' });
  for (const method of ['cancelled', 'progress', 'resources/updated', 'tools/list_changed']) {
    const _meta = method.endsWith('list_changed') ? { [META.subscription]: odd } : {};
    say({ method: `notifications/${method}`, params: { requestId: odd, progressToken: odd, uri: odd, _meta } });
  }
  expect([a, b].map(({ got }) => got.map(({ method }) => method))).toEqual([[], ['left']]);
});

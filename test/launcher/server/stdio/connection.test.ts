import { expect, test } from 'vitest';
import type { Handle } from '../../../../launcher/server/handle.ts';
import { Connection } from '../../../../launcher/server/stdio/connection.ts';
import { RpcError } from '../../../../src/mcp/rpc-error.ts';

function connect(handle: Handle) {
  const sent: unknown[] = [];
  const events: string[] = [];
  const connection = new Connection({
    handle,
    write: (line, done) => {
      sent.push(JSON.parse(line));
      done();
    },
    log: (_level, event) => void events.push(event),
  });
  return { connection, sent, events, receive: (message: unknown) => connection.receive(JSON.stringify(message)) };
}

const request = (id: unknown, method = 'm', params?: unknown) => ({ jsonrpc: '2.0', id, method, params });

test('what is not JSON is -32700 with a null id, what is not JSON-RPC is -32600, and both are logged', () => {
  const { connection, sent, events } = connect(async () => ({}));
  connection.receive('{"jsonrpc":');
  connection.receive('[]');
  connection.receive('{"id":5,"method":"ping"}');
  connection.receive(undefined);
  expect(sent).toEqual([
    { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'Parse error' } },
    { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'Invalid Request' } },
    { jsonrpc: '2.0', id: 5, error: { code: -32600, message: 'Invalid Request' } },
    { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'Invalid Request' } },
  ]);
  expect(events).toEqual(Array(4).fill('tool.request_parse_failed'));
});

test.each([
  { version: '2025-03-26', takes: true },
  { version: '2025-11-25', takes: false },
  { version: '2025-06-18', takes: false },
  { version: '2024-11-05', takes: false },
])('a batch is one where the session has agreed on a version that has them: $version', async ({ version, takes }) => {
  const handle: Handle = async (method) => (method === 'initialize' ? { protocolVersion: version } : {});
  const { connection, sent, receive } = connect(handle);
  receive(request(0, 'initialize'));
  await connection.idle();
  sent.pop();
  receive([request(1), { jsonrpc: '2.0', method: 'notifications/initialized' }]);
  await connection.idle();
  const refused = { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'Invalid Request' } };
  expect(sent).toEqual([takes ? [{ jsonrpc: '2.0', id: 1, result: {} }] : refused]);
});

test('requests run side by side and are answered as they finish', async () => {
  const gates = new Map<string, () => void>();
  const { connection, sent, receive } = connect(
    (method) => new Promise((resolve) => gates.set(method, () => resolve({ method }))),
  );
  receive(request(1, 'slow'));
  receive(request(2, 'quick'));
  gates.get('quick')?.();
  await Promise.resolve();
  gates.get('slow')?.();
  await connection.idle();
  expect(sent).toEqual([
    { jsonrpc: '2.0', id: 2, result: { method: 'quick' } },
    { jsonrpc: '2.0', id: 1, result: { method: 'slow' } },
  ]);
});

test('all who wait for an answer to be written are called, in their order', async () => {
  const told: string[] = [];
  const { connection, receive } = connect(async (_method, _params, { onWritten }) => {
    onWritten((_error, bytes) => told.push(`first ${bytes}`));
    onWritten(() => told.push('second'));
    return {};
  });
  receive(request(1));
  await connection.idle();
  expect(told).toEqual(['first 37', 'second']);
});

test('an RpcError arrives verbatim, any other error as -32603 without its message', async () => {
  const { connection, sent, receive } = connect(async (method) => {
    throw method === 'ours' ? new RpcError(-32602, 'Invalid params', { a: 1 }) : new Error('secret');
  });
  receive(request('x', 'ours'));
  receive(request('y', 'theirs'));
  await connection.idle();
  expect(sent).toEqual([
    { jsonrpc: '2.0', id: 'x', error: { code: -32602, message: 'Invalid params', data: { a: 1 } } },
    { jsonrpc: '2.0', id: 'y', error: { code: -32603, message: 'Internal error' } },
  ]);
});

test('a cancelled request is aborted and not answered, id 0 too', async () => {
  const { connection, sent, receive } = connect(
    (_method, _params, { signal }) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  );
  receive(request(0));
  receive({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 0 } });
  receive({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'unknown' } });
  receive({ jsonrpc: '2.0', method: 'notifications/cancelled' });
  await connection.idle();
  expect(sent).toEqual([]);
});

test('an id in use is refused, and free again once answered', async () => {
  let release: () => void = () => {};
  const { connection, sent, receive } = connect(
    () =>
      new Promise((resolve) => {
        release = () => resolve({});
      }),
  );
  receive(request(1));
  receive(request(1));
  release();
  await connection.idle();
  receive(request(1));
  release();
  await connection.idle();
  expect(sent).toEqual([
    { jsonrpc: '2.0', id: 1, error: { code: -32600, message: 'Invalid Request' } },
    { jsonrpc: '2.0', id: 1, result: {} },
    { jsonrpc: '2.0', id: 1, result: {} },
  ]);
});

test('notifications and answers are not answered', async () => {
  const { connection, sent, receive } = connect(async () => ({}));
  receive({ jsonrpc: '2.0', method: 'notifications/initialized' });
  receive({ jsonrpc: '2.0', id: 9, result: {} });
  await connection.idle();
  expect(sent).toEqual([]);
});

test('the server asks the client: answers, errors verbatim, a cancelled one is told', async () => {
  const results: unknown[] = [];
  const leave = new AbortController();
  const { connection, sent, receive } = connect(async (method, _params, { session, signal }) => {
    const given = method === 'leave' ? leave.signal : signal;
    results.push(await session.request('roots/list', { of: method }, given).catch((error: unknown) => error));
    return {};
  });
  for (const [i, method] of ['good', 'bad', 'leave'].entries()) receive(request(10 + i, method));
  expect(sent.splice(0)).toEqual(
    ['good', 'bad', 'leave'].map((of, i) => ({ jsonrpc: '2.0', id: i + 1, method: 'roots/list', params: { of } })),
  );
  leave.abort(new Error('gone'));
  receive({ jsonrpc: '2.0', id: 2, error: { code: -1, message: 'user rejected', data: { a: 1 } } });
  receive({ jsonrpc: '2.0', id: 1, result: { roots: [] } });
  receive({ jsonrpc: '2.0', id: 99, result: {} });
  await connection.idle();
  expect(results).toEqual([new Error('gone'), new RpcError(-1, 'user rejected', { a: 1 }), { roots: [] }]);
  expect(sent[0]).toMatchObject({ method: 'notifications/cancelled', params: { requestId: 3, reason: 'gone' } });
});

test('what the client is asked when the connection ends is not waited for', async () => {
  const { connection, receive } = connect(async (_method, _params, { session }) =>
    session.request('roots/list', undefined, new AbortController().signal),
  );
  receive(request(1));
  connection.abort();
  await connection.idle();
});

test('a number that no double holds names its request alone, to its last digit', async () => {
  const lines: string[] = [];
  const write = (line: string, done: () => void) => {
    lines.push(line);
    done();
  };
  const handle: Handle = (method, _, { signal }) =>
    method === 'wait'
      ? new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      : Promise.resolve({});
  const connection = new Connection({ handle, write, log: () => {} });
  connection.receive('{"jsonrpc":"2.0","id":12345678901234567890,"method":"quick"}');
  connection.receive('{"jsonrpc":"2.0","id":12345678901234567891,"method":"wait"}');
  const requestId = '12345678901234567891';
  connection.receive(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":${requestId}}}`);
  connection.receive('{"jsonrpc":"2.0","id":1700000000000000000,"method":"quick"}');
  await connection.idle();
  expect(lines).toEqual(
    ['12345678901234567890', '1700000000000000000'].map((id) => `{"jsonrpc":"2.0","id":${id},"result":{}}\n`),
  );
});

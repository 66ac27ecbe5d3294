import { expect, test } from 'vitest';
import type { Handle } from '../../../launcher/server/server.ts';
import { createConnection } from '../../../launcher/stdio/connection.ts';
import { RpcError } from '../../../src/mcp/rpc-error.ts';

function connect(handle: Handle) {
  const sent: unknown[] = [];
  const events: string[] = [];
  const connection = createConnection({
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

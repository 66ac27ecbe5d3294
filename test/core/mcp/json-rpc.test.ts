import { expect, test } from 'vitest';
import { classifyMessage, RPC } from '../../../src/mcp/json-rpc.ts';

test('the codes are those of JSON-RPC 2.0', () => {
  expect(RPC).toEqual({
    parseError: -32700,
    invalidRequest: -32600,
    methodNotFound: -32601,
    invalidParams: -32602,
    internalError: -32603,
  });
});

test.each([
  [
    { jsonrpc: '2.0', id: 0, method: 'ping' },
    { kind: 'request', id: 0, method: 'ping', params: undefined },
  ],
  [
    { jsonrpc: '2.0', id: 'a', method: 'x', params: [1] },
    { kind: 'request', id: 'a', method: 'x', params: [1] },
  ],
  [
    { jsonrpc: '2.0', method: 'n', params: {} },
    { kind: 'notification', method: 'n', params: {} },
  ],
  [
    { jsonrpc: '2.0', id: 3, result: {} },
    { kind: 'response', id: 3, result: {} },
  ],
  [
    { jsonrpc: '2.0', id: 3, error: { code: 1 } },
    { kind: 'response', id: 3, error: { code: 1 } },
  ],
])('%j is told for what it is', (value, message) => {
  expect(classifyMessage(value)).toEqual(message);
});

test.each([
  [null, null],
  [42, null],
  ['x', null],
  [[{ jsonrpc: '2.0', id: 1, method: 'ping' }], null],
  [{ id: 7, method: 'ping' }, 7],
  [{ jsonrpc: '1.0', id: 7, method: 'ping' }, 7],
  [{ jsonrpc: '2.0', id: null, method: 'ping' }, null],
  [{ jsonrpc: '2.0', id: {}, method: 'ping' }, null],
  [{ jsonrpc: '2.0', id: 7 }, 7],
  [{ jsonrpc: '2.0', id: 7, method: 3 }, 7],
  [{ jsonrpc: '2.0' }, null],
])('%j is no JSON-RPC message', (value, id) => {
  expect(classifyMessage(value)).toEqual({ kind: 'invalid', id });
});

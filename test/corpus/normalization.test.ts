import { expect, test } from 'vitest';
import { normalize } from './normalization.ts';

const ID = 'b2bd3ed7-82d7-4c1c-8f3e-0d7f3f3c9d52';

test.each([
  [{ request_id: ID }, { request_id: '<request id>' }],
  [{ text: `{"request_id":"${ID}"}` }, { text: '{"request_id":"<request id>"}' }],
  [{ headers: { 'x-request-id': ID } }, { headers: { 'x-request-id': '<request id>' } }],
  ['http://127.0.0.1:43211/mcp', 'http://127.0.0.1:<port>/mcp'],
  [{ pid: 4711 }, { pid: 0 }],
  ['/root (process 4711, since', '/root (process 0, since'],
  ['2026-11-01T12:00:00.000Z 4711 stderr ready', '2026-11-01T12:00:00.000Z <pid> stderr ready'],
  ['.gemini/tmp/shop/mcp-pruner/4711-0123456789abcdef.txt', '.gemini/tmp/shop/mcp-pruner/<pid>-0123456789abcdef.txt'],
  ['mcp_pruner_ledger_waiting 12\n', 'mcp_pruner_ledger_waiting <records>\n'],
])('what no build can repeat is replaced in %j', (output, normal) => {
  expect(normalize(output)).toEqual(normal);
});

test.each([{ request_id: 'trace-0042' }, { size: 4711 }, 'line 4711', undefined])('nothing else is: %j', (output) => {
  expect(normalize(output)).toEqual(output ?? null);
});

import { expect, test } from 'vitest';
import { readMessages } from '../../../../../launcher/gateway/upstream/transport/read-messages.ts';

function read(text: string, max?: number): { messages: unknown[]; skipped: string[]; long: unknown[] } {
  const long: unknown[] = [];
  const messages: unknown[] = [];
  const skipped: string[] = [];
  const reader = readMessages(
    {
      server: 'files',
      onMessage: (message) => messages.push(message),
      onSkipped: (reason) => skipped.push(reason),
      onLost: (id) => long.push(id),
    },
    max,
  );
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += 7) reader.push(bytes.subarray(at, at + 7));
  reader.end();
  return { messages, skipped, long };
}

const PING = { jsonrpc: '2.0', id: 'a', method: 'ping' };
const NOTE = { jsonrpc: '2.0', method: 'note', params: { text: 'ä\u2028' } };

test('messages among banners', () => {
  expect(read(`npx: hello\r\n${JSON.stringify(PING)}\r\n\n  \n{"a":1}\n${JSON.stringify(NOTE)}`)).toEqual({
    messages: [PING, NOTE],
    skipped: ['not_json', 'not_json_rpc'],
    long: [],
  });
});

test('an error that is not as JSON-RPC demands it keeps its words', () => {
  const answer = { jsonrpc: '2.0', id: 1 };
  expect(
    read(
      `${JSON.stringify({ ...answer, error: 'spent' })}\n${JSON.stringify({ ...answer, error: null, result: {} })}\n`,
    ),
  ).toEqual({
    messages: [
      { ...answer, error: { code: -32000, message: 'spent' } },
      { ...answer, result: {} },
    ],
    skipped: [],
    long: [],
  });
});

test('an answer that cannot be read is lost to the request whose id stands in it', () => {
  expect(
    read(
      '{"jsonrpc":"2.0","id":7,"result":{"text":"a"Loading model...\n{"jsonrpc":"2.0","id":8,"reslt":{}}\n{"id":9,"level":"info"}\n',
    ),
  ).toEqual({ messages: [], skipped: ['not_json', 'not_json_rpc', 'not_json_rpc'], long: [7, 8] });
});

test.each([
  ['without jsonrpc', '{"id":7,"result":{}}', [7]],
  ['with neither a result nor an error', '{"jsonrpc":"2.0","id":7}', [7]],
  ['of another version', '{"jsonrpc":"1.0","id":"7","result":{}}', [7]],
  ['with an id that none of ours can be', '{"jsonrpc":"2.0","id":[7],"result":{}}', ['unknown']],
  ['without an id', '{"jsonrpc":"2.0","result":{}}', []],
  ['to a notification', '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"no"}}', []],
  ['that logs', '{"id":7,"level":"info"}', []],
  ['that logs a result', '{"level":"info","result":"ok","id":7}', []],
  ['that asks', '{"id":7,"method":"roots/list"}', []],
])('a message %s answers nothing, and its request waits no longer', (_, line, long) => {
  expect(read(`${line}\n`)).toEqual({ messages: [], skipped: ['not_json_rpc'], long });
});

test('a batch is taken apart, what is none of it left out', () => {
  expect(read(`${JSON.stringify([PING, 1, NOTE])}\n[]\nnull\n`)).toEqual({
    messages: [PING, NOTE],
    skipped: ['not_json_rpc', 'not_json_rpc'],
    long: [],
  });
});

test('a line that is too long is passed over', () => {
  expect(read(`${'x'.repeat(100)}\n${JSON.stringify(PING)}\n`, 60)).toEqual({
    messages: [PING],
    skipped: ['too_long'],
    long: ['unknown'],
  });
});

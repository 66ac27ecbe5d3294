import { expect, test } from 'vitest';
import { withOwnNumbers } from '../../../../launcher/gateway/transport/own-numbers.ts';
import { writeJson } from '../../../../src/json/json-number.ts';
import { withNumbers } from '../../../../src/mcp/read-message.ts';

const URL_OF_SERVER = new URL('http://127.0.0.1:1/mcp');
const MARK = 'mark:';
const MESSAGE =
  '{"jsonrpc":"2.0","id":1,"result":{"structuredContent":{"id":1234567890123456789,"é":"1.0","p":19.90}}}';

/** What the SDK would be given of this body, sent in chunks of so many bytes. */
async function given(body: string, type: string, chunk = 7, target: URL = URL_OF_SERVER): Promise<string> {
  const bytes = new TextEncoder().encode(body);
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += chunk) controller.enqueue(bytes.slice(at, at + chunk));
      controller.close();
    },
  });
  const headers = { 'content-type': type, 'content-length': String(bytes.length) };
  const fetch = withOwnNumbers(async () => new Response(stream, { headers }), URL_OF_SERVER, MARK);
  return await (await fetch(target)).text();
}

test.each([1, 7, 1000])('numbers of an answer come back to the letter, in chunks of %i bytes', async (chunk) => {
  const json = await given(MESSAGE, 'application/json', chunk);
  expect(writeJson(withNumbers(JSON.parse(json), MARK))).toBe(MESSAGE);
  const events = await given(
    `id: 1.0\nevent: message\ndata: ${MESSAGE}\n\ndata: ${MESSAGE}\n\n`,
    'text/event-stream',
    chunk,
  );
  const data = events.split('\n').filter((line) => line.startsWith('data: '));
  expect(data.map((line) => writeJson(withNumbers(JSON.parse(line.slice(6)), MARK)))).toEqual([MESSAGE, MESSAGE]);
});

test('what is no message of the server stays as it is', async () => {
  expect(await given('{"expires_in":3600.0}', 'application/json', 7, new URL('http://127.0.0.1:1/token'))).toBe(
    '{"expires_in":3600.0}',
  );
  expect(await given('{"a":1.0}', 'text/plain')).toBe('{"a":1.0}');
  const endpoint = 'event: endpoint\ndata: /messages?sessionId=7e3-1e5-1.0\n\n';
  expect(await given(endpoint, 'text/event-stream')).toBe(endpoint);
});

const inLines = (end: string): string =>
  ['event: message', 'data: {"jsonrpc":"2.0",', 'data: "id":1,"result":', 'data: {"p":19.90}}', '', ''].join(end);

test.each([
  ['LF', '\n'],
  ['CR', '\r'],
  ['CR and LF', '\r\n'],
])('a message in several lines, and a stream whose lines end in %s', async (_, end) => {
  for (const chunk of [1, 2, 1000]) {
    const events = await given(`${inLines(end)}data: 1.0${end}${end}`, 'text/event-stream', chunk);
    expect(events).toBe(`${inLines('\n').replace('19.90', `"${MARK}19.90"`)}data: 1.0\n\n`);
  }
});

test('a line that ends in CR is handed on before the next begins', async () => {
  const held = new TransformStream<Uint8Array, Uint8Array>();
  const headers = { 'content-type': 'text/event-stream' };
  const fetch = withOwnNumbers(async () => new Response(held.readable, { headers }), URL_OF_SERVER, MARK);
  const reader = (await fetch(URL_OF_SERVER)).body?.getReader();
  void held.writable.getWriter().write(new TextEncoder().encode('data: {"p":1.0}\r\r'));
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe(`data: {"p":"${MARK}1.0"}\n\n`);
  await reader?.cancel();
});

test('the first message of a stream that begins with a byte order mark', async () => {
  expect(await given('\ufeffdata: {"p":1.0}\n\n', 'text/event-stream')).toBe(`data: {"p":"${MARK}1.0"}\n\n`);
});

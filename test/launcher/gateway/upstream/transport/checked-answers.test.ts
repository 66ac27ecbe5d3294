import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { withCheckedAnswers } from '../../../../../launcher/gateway/upstream/transport/checked-answers.ts';
import { writeJson } from '../../../../../src/base/json/json-number.ts';
import { withNumbers } from '../../../../../src/mcp/read-message.ts';

const URL_OF_SERVER = new URL('http://127.0.0.1:1/mcp');
const MARK = 'mark:';
const CHECK = { mark: MARK, onTooLong: () => {} };
const MESSAGE =
  '{"jsonrpc":"2.0","id":1,"result":{"structuredContent":{"id":1234567890123456789,"é":"1.0","p":19.90}}}';

/** Returns what the SDK would get of this body, sent in chunks of `chunk` bytes. */
async function given(body: string, type: string, chunk = 7): Promise<string> {
  const bytes = new TextEncoder().encode(body);
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += chunk) controller.enqueue(bytes.slice(at, at + chunk));
      controller.close();
    },
  });
  const headers = { 'content-type': type, 'content-length': String(bytes.length) };
  const fetch = withCheckedAnswers(async () => new Response(stream, { headers }), CHECK);
  return await (await fetch(URL_OF_SERVER)).text();
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

test('what is no message of the server stays unchanged', async () => {
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
  const fetch = withCheckedAnswers(async () => new Response(held.readable, { headers }), CHECK);
  const reader = (await fetch(URL_OF_SERVER)).body?.getReader();
  void held.writable.getWriter().write(new TextEncoder().encode('data: {"p":1.0}\r\r'));
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe(`data: {"p":"${MARK}1.0"}\n\n`);
  await reader?.cancel();
});

test('the first message of a stream that begins with a byte order mark', async () => {
  expect(await given('\ufeffdata: {"p":1.0}\n\n', 'text/event-stream')).toBe(`data: {"p":"${MARK}1.0"}\n\n`);
});

/** Starts a server whose event streams never end; `left` resolves when the client stops reading one. */
async function endless(): Promise<{ url: string; left: Promise<void> }> {
  let leave = (): void => {};
  const left = new Promise<void>((resolve) => {
    leave = resolve;
  });
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const writing = setInterval(() => response.write(': still there\n\n'), 1);
    response.on('close', () => {
      clearInterval(writing);
      leave();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, left };
}

/** Makes enough garbage to force a collection on any runtime. */
async function collectGarbage(): Promise<void> {
  for (let round = 0; round < 20; round++) {
    let made: unknown[] = [];
    for (let at = 0; at < 100_000; at++) made.push({ at, text: String(at) });
    made = [];
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

test('Deno forgot the signal of a fetch with its garbage, and read on a stream that was closed', async () => {
  const { url, left } = await endless();
  const stop = new AbortController();
  const fetch = withCheckedAnswers(globalThis.fetch, CHECK);
  const read = async (): Promise<void> => {
    // The SDK gives a request a signal that combines two.
    const signal = AbortSignal.any([stop.signal, new AbortController().signal]);
    const { body } = await fetch(url, { signal });
    void body?.pipeTo(new WritableStream()).catch(() => {});
  };
  await read();
  await collectGarbage();
  stop.abort();
  await left;
});

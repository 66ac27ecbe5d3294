import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import {
  HttpExchange,
  type HttpExchangeOptions,
} from '../../../../../launcher/gateway/upstream/transport/http-exchange.ts';
import { systemTimers } from '../../../../../launcher/platform/timers.ts';
import { writeJson } from '../../../../../src/base/json/json-number.ts';
import { until } from '../../../../support/until.ts';

const URL_OF_SERVER = new URL('http://127.0.0.1:1/mcp');
const ASK = { message: { jsonrpc: '2.0', id: 1, method: 'ping' }, id: 1 };
const MESSAGE =
  '{"jsonrpc":"2.0","id":1,"result":{"structuredContent":{"id":1234567890123456789,"é":"1.0","p":19.90}}}';

/** Creates an exchange whose messages are written into `got`. */
function exchange(fetch: HttpExchangeOptions['fetch'], url = URL_OF_SERVER, timers = systemTimers) {
  const got: string[] = [];
  const one = new HttpExchange({
    ...{ url, fetch, headers: new Headers(), timers },
    onMessage: (message) => void got.push(writeJson(message)),
    onEnded: () => {},
    onLost: () => {},
    tooLong: () => new Error('too long'),
  });
  return { one, got };
}

/** Returns the messages in an answer of this body, which comes in chunks of `chunk` bytes. */
async function given(body: string, type: string, chunk = 7, count = 1): Promise<readonly string[]> {
  const bytes = new TextEncoder().encode(body);
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += chunk) controller.enqueue(bytes.slice(at, at + chunk));
      controller.close();
    },
  });
  const { one, got } = exchange(async () => new Response(stream, { headers: { 'content-type': type } }));
  await one.send(ASK);
  await until(async () => got.length >= count || undefined);
  return got;
}

test.each([1, 7, 1000])('numbers of an answer come back to the letter, in chunks of %i bytes', async (chunk) => {
  expect(await given(MESSAGE, 'application/json', chunk)).toEqual([MESSAGE]);
  const events = `id: 1.0\nevent: message\ndata: ${MESSAGE}\n\n: alive\n\ndata:${MESSAGE}\n\n`;
  expect(await given(events, 'text/event-stream', chunk, 2)).toEqual([MESSAGE, MESSAGE]);
});

test('what is no message of the server is no answer', async () => {
  await expect(given('{"a":1.0}', 'text/plain')).rejects.toThrow();
  await expect(given('{"a":1.0}', 'application/json')).rejects.toThrow(SyntaxError);
  const events = `data: {"a":\n\nevent: other\ndata: ${MESSAGE}\n\ndata: ${MESSAGE}\n\n`;
  expect(await given(events, 'text/event-stream')).toEqual([MESSAGE]);
});

const inLines = (end: string): string =>
  ['event: message', 'data: {"jsonrpc":"2.0",', 'data: "id":1,"result":', 'data: {"p":19.90}}', '', ''].join(end);

test.each([
  ['LF', '\n'],
  ['CR', '\r'],
  ['CR and LF', '\r\n'],
])('a message in several lines, and a stream whose lines end in %s', async (_, end) => {
  for (const chunk of [1, 2, 1000])
    expect(await given(`${inLines(end)}data: ${MESSAGE}${end}${end}`, 'text/event-stream', chunk, 2)).toEqual([
      '{"jsonrpc":"2.0","id":1,"result":{"p":19.9}}',
      MESSAGE,
    ]);
});

test('a line that ends in CR is handed on before the next begins', async () => {
  const held = new TransformStream<Uint8Array, Uint8Array>();
  const headers = { 'content-type': 'text/event-stream' };
  const { one, got } = exchange(async () => new Response(held.readable, { headers }));
  await one.send(ASK);
  void held.writable.getWriter().write(new TextEncoder().encode(`data: ${MESSAGE}\r\r`));
  await until(async () => got.length > 0 || undefined);
  one.close();
});

test('the first message of a stream that begins with a byte order mark', async () => {
  expect(await given(`\ufeffdata: ${MESSAGE}\n\n`, 'text/event-stream')).toEqual([MESSAGE]);
});

const EVENTS = { headers: { 'content-type': 'text/event-stream' } };

/** Returns the waits and headers with which a stream of this body was continued, and the messages. */
async function continued(body: string) {
  const waits: number[] = [];
  const sent: Headers[] = [];
  const timers = {
    ...systemTimers,
    after(ms: number, run: () => void) {
      waits.push(ms);
      run();
      return () => {};
    },
  };
  const fetch: HttpExchangeOptions['fetch'] = async (_, init) => {
    sent.push(new Headers(init?.headers));
    return new Response(sent.length === 1 ? body : `data: ${MESSAGE}\n\n`, EVENTS);
  };
  const { one, got } = exchange(fetch, URL_OF_SERVER, timers);
  await one.send(ASK);
  await until(async () => got.length > 0 || undefined);
  return { waits, last: sent[1]?.get('last-event-id') };
}

test('an event id that is no header value ended the process', async () => {
  for (const id of ['\u4e2d', 'a\0b', 'a\u0007'])
    expect(await continued(`retry: 500\nid: 7\ndata:\n\nid: ${id}\ndata:\n\n`)).toEqual({ waits: [500], last: '7' });
});

test('a server that asks for no wait was asked again without end', async () => {
  expect(await continued('retry: 0\nid: 7\ndata:\n\n')).toEqual({ waits: [100], last: '7' });
});

test('the older stream ended with events that are no messages', async () => {
  const others = ['retry: 3000', 'id: 1', 'event: ping\ndata: now', 'data: not json', 'data:'];
  const ask = `event:\ndata: ${MESSAGE}`;
  const stream = [...others, 'event: endpoint\ndata: /post', ...others, ask, ''].join('\n\n');
  const { one, got } = exchange(async () => new Response(stream, EVENTS));
  await one.openSse();
  await until(async () => got.length > 0 || undefined);
  expect(got).toEqual([MESSAGE]);
});

test('an answer of another type kept its connection', async () => {
  let left = 0;
  const fetch: HttpExchangeOptions['fetch'] = async () =>
    new Response(new ReadableStream({ cancel: () => void left++ }), { headers: { 'content-type': 'text/html' } });
  const { one } = exchange(fetch);
  await expect(one.send(ASK)).rejects.toThrow();
  await expect(one.openSse()).rejects.toThrow();
  expect(left).toBe(2);
});

/** Starts a server whose event streams never end; `left` resolves when the client stops reading one. */
async function endless(): Promise<{ url: URL; left: Promise<void> }> {
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
  return { url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`), left };
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

test.each(['close', 'cancel'])(
  'Deno forgot the signal of a fetch with its garbage, and read on after %s',
  async (how) => {
    const { url, left } = await endless();
    const cancel = new AbortController();
    const { one } = exchange(globalThis.fetch, url);
    await one.send({ ...ASK, signal: cancel.signal });
    await collectGarbage();
    if (how === 'close') one.close();
    else cancel.abort();
    await left;
  },
);

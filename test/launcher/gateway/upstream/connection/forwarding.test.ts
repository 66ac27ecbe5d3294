import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../../src/base/json/json-object.ts';
import { RpcError } from '../../../../../src/mcp/rpc-error.ts';
import { heldTimers } from '../../../platform/process/held-timers.ts';
import { type Connected, connected, scripted } from './connected.ts';

const never = (): AbortSignal => new AbortController().signal;
const discovered = (it: Connected): Promise<void> =>
  it.when(() => it.events.some(({ event }) => event === 'gateway.discovered'));

test('connects, lists and forwards as it came', async () => {
  const it = connected(scripted({ banner: true }));
  expect(it.connection.state).toBe('disconnected');
  it.connection.start();
  await discovered(it);
  expect(it.states).toEqual(['connecting', 'connected']);
  expect(it.connection.facts).toMatchObject({
    protocolVersion: '2025-11-25',
    capabilities: { tools: { listChanged: true }, odd: { kept: 1 } },
    serverInfo: { name: 'scripted', version: '1', odd: true },
  });
  expect(await it.call('echo', { a: 1 })).toEqual({
    content: [{ type: 'unheard-of', args: { a: 1 } }],
    meta: { progressToken: expect.any(Number) },
    _meta: null,
    id: expect.any(Number),
  });
  expect(it.events.filter(({ event }) => event === 'gateway.line_skipped').map(({ level }) => level)).toEqual([
    'warn',
    'debug',
    'debug',
    'debug',
  ]);
});

test('an error answer arrives with its code, message and data', async () => {
  const it = connected(scripted());
  await expect(it.call('error')).rejects.toMatchObject({
    name: 'RpcError',
    code: -32602,
    message: 'MCP error -32602: as it is',
    data: ['any', { thing: 1 }],
  });
});

test('a result that is no object is refused at once', async () => {
  const it = connected(scripted());
  await expect(it.call('no-object')).rejects.toMatchObject({ name: 'MCPToolError', code: 'invalid_result' });
});

test('a result of megabytes arrives', async () => {
  const it = connected(scripted());
  const { content } = (await it.call('big', { bytes: 5_000_000 })) as { content: { text: string }[] };
  expect(content[0]?.text.length).toBe(5_000_000);
});

test('many requests at once get their own answers', async () => {
  const it = connected(scripted());
  const answers = await Promise.all(Array.from({ length: 200 }, (_, n) => it.call('echo', { n })));
  expect(answers.map(({ content }) => (content as { args: object }[])[0]?.args)).toEqual(
    Array.from({ length: 200 }, (_, n) => ({ n })),
  );
});

test('progress arrives as it came, in order, before the answer that follows it', async () => {
  const it = connected(scripted());
  const told: JsonObject[] = [];
  const params = { name: 'progress', arguments: { steps: 3 }, _meta: { progressToken: 'theirs', other: 1 } };
  await it.connection.request('tools/call', params, {
    signal: never(),
    repeatable: false,
    onProgress: (progress) => told.push(progress),
  });
  expect(told).toEqual([1, 2, 3].map((progress) => ({ progress, odd: 'kept' })));
});

test('what the client cancels is cancelled at the server too', async () => {
  const it = connected(scripted());
  await it.call('echo');
  const controller = new AbortController();
  const why = new Error('the user left');
  const call = it.connection.request('tools/call', { name: 'hang' }, { signal: controller.signal, repeatable: true });
  await it.call('echo');
  controller.abort(why);
  await expect(call).rejects.toBe(why);
  expect(await it.call('cancelled')).toEqual({
    cancelled: [{ requestId: expect.any(Number), reason: 'cancelled by the client' }],
  });
  await expect(
    it.connection.request('tools/call', { name: 'echo' }, { signal: controller.signal, repeatable: true }),
  ).rejects.toBe(why);
});

test('a signal that is aborted after the answer cancels nothing', async () => {
  const it = connected(scripted());
  const controller = new AbortController();
  await it.connection.request('tools/call', { name: 'echo' }, { signal: controller.signal, repeatable: true });
  controller.abort();
  expect(await it.call('cancelled')).toEqual({ cancelled: [] });
});

test('a call without progress ends at its timeout, and is cancelled', async () => {
  const timers = heldTimers(10_000);
  const it = connected(scripted(), { timers });
  it.connection.start();
  await discovered(it);
  const call = it.call('hang', {}, true);
  await it.call('echo');
  timers.ring(10_000);
  await expect(call).rejects.toMatchObject({
    name: 'MCPToolError',
    code: 'timeout',
    message: 'server "it" did not answer "tools/call" within 10000 ms',
  });
  expect(await it.call('cancelled')).toEqual({ cancelled: [{ requestId: expect.any(Number), reason: 'timed out' }] });
});

test('progress keeps a call alive up to the bound', async () => {
  const timers = heldTimers(10_000, 600_000);
  const it = connected(scripted(), { timers });
  it.connection.start();
  await discovered(it);
  let told = 0;
  const params = { name: 'progress', arguments: { steps: 5, answer: false } };
  const call = it.connection.request('tools/call', params, {
    signal: never(),
    repeatable: false,
    onProgress: () => told++,
  });
  await it.call('echo');
  expect(told).toBe(5);
  timers.ring(600_000);
  await expect(call).rejects.toMatchObject({ code: 'timeout', message: expect.stringContaining('600000 ms') });
});

test('a server’s requests reach the client untouched, and its answers the server', async () => {
  const asked: unknown[] = [];
  const it = connected(scripted(), {
    client: {
      capabilities: () => ({ sampling: { tools: {} }, roots: {} }),
      request: async (server, method, params) => {
        if (method === 'any/thing') throw new RpcError(-32601, 'Method not found');
        asked.push([server, method, params]);
        return { odd: [1], roots: 'no list' };
      },
      notified: () => {},
    },
  });
  const params = { messages: 'no list either', odd: true };
  expect(await it.call('ask', { method: 'sampling/createMessage', params })).toMatchObject({
    answered: { result: { odd: [1], roots: 'no list' } },
  });
  await it.call('ask', { method: 'roots/list' });
  expect(asked).toEqual([
    ['it', 'sampling/createMessage', params],
    ['it', 'roots/list', undefined],
  ]);
  expect(await it.call('ask', { method: 'any/thing', params: {} })).toMatchObject({
    answered: { error: { code: -32601 } },
  });
  expect(JSON.parse(it.connection.facts?.instructions ?? '')).toEqual({
    capabilities: { sampling: { tools: {} }, roots: {} },
    clientInfo: { name: 'test', version: '1.0.0' },
  });
});

test.each(['elicitation/create', 'sampling/createMessage'])(
  'a call ended while the user was asked (%s)',
  async (method) => {
    const timers = heldTimers(10_000);
    let answer = (): void => {};
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    let reached = (): void => {};
    const reaching = new Promise<void>((resolve) => {
      reached = resolve;
    });
    const it = connected(scripted(), {
      timers,
      client: {
        capabilities: () => ({ elicitation: {}, sampling: {} }),
        request: async () => {
          reached();
          await asked;
          return { action: 'accept' };
        },
        notified: () => {},
      },
    });
    it.connection.start();
    await discovered(it);
    const call = it.call('ask', { method, params: {} });
    await reaching;
    const other = it.call('hang');
    expect(() => timers.ring(10_000)).toThrow('no timer');
    answer();
    expect(await call).toMatchObject({ answered: { result: { action: 'accept' } } });
    timers.ring(10_000);
    await expect(other).rejects.toMatchObject({ code: 'timeout' });
  },
);

test.each([0, 7])('a server takes back its request %i', async (firstId) => {
  let aborted = (): void => {};
  const left = new Promise<void>((resolve) => {
    aborted = resolve;
  });
  const it = connected(scripted({ firstId }), {
    client: {
      capabilities: () => ({ elicitation: {} }),
      request: (_, __, ___, signal) =>
        new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => {
            aborted();
            reject(new Error('left'));
          }),
        ),
      notified: () => {},
    },
  });
  await it.call('ask-and-take-back', { method: 'elicitation/create', params: {} });
  await left;
});

test('other notifications reach the client', async () => {
  const it = connected(scripted());
  const params = { level: 'info', data: { any: 'thing' }, odd: 1 };
  await it.call('notify', { method: 'notifications/message', params });
  await it.call('notify', { method: 'notifications/made-up' });
  expect(it.notified).toEqual([
    { method: 'notifications/message', params },
    { method: 'notifications/made-up', params: {} },
  ]);
});

test('notifications go to the server, where there is one', async () => {
  const it = connected(scripted(), {
    client: { capabilities: () => ({ roots: { listChanged: true } }), request: async () => ({}), notified: () => {} },
  });
  it.connection.notify('notifications/roots/list_changed');
  await it.call('echo');
  it.connection.notify('notifications/roots/list_changed');
  const { messages } = (await it.call('heard')) as { messages: { method: string }[] };
  expect(messages.map(({ method }) => method)).toEqual([
    'notifications/initialized',
    'notifications/roots/list_changed',
  ]);
});

test('a progress token that is an object, which nothing converts, ended the process', async () => {
  const it = connected(scripted());
  const params = { progressToken: { toString: 1, valueOf: 1 }, progress: 1 };
  expect(await it.call('notify', { method: 'notifications/progress', params })).toEqual({});
});

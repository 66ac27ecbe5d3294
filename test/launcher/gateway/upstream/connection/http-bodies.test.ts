import { expect, onTestFinished, test, vi } from 'vitest';
import { startHttpMcpServer } from '../../../../support/mcp-servers/http-server.ts';
import { until } from '../../../../support/until.ts';
import { connected, overHttp } from './connected.ts';

/**
 * Connects to a server that answers one call without end. `leave` makes that call and cancels it. `gone` resolves when
 * the server notices that nobody reads the answer.
 */
async function answering(type: string, text: string) {
  const server = await startHttpMcpServer();
  const it = connected(overHttp(server.url));
  await it.call('echo');
  let writing = 0;
  const stop = new AbortController();
  const gone = new Promise<void>((resolve) => {
    server.refuse = (response, what) => {
      if (what !== 'POST tools/call' || writing++ > 0) return false;
      response.writeHead(200, { 'content-type': type });
      const write = (): void => {
        while (!response.destroyed && response.write(text));
      };
      response.on('drain', write).on('close', resolve);
      write();
      stop.abort(new Error('left'));
      return true;
    };
  });
  const options = { signal: stop.signal, repeatable: false };
  return { it, gone, leave: () => it.connection.request('tools/call', { name: 'echo' }, options) };
}

test.each([
  ['application/json', ' '],
  ['text/event-stream', ': still there\n\n'],
  ['text/event-stream', 'id: 1\ndata: x\n\n'],
])('an answer of %s without an end is not read on when nobody waits for it: %j', async (type, text) => {
  const { gone, it, leave } = await answering(type, type.endsWith('json') ? text : text.repeat(1000));
  await expect(leave()).rejects.toThrow('left');
  await gone;
  await it.call('echo');
  expect(it.states).toEqual(['connecting', 'connected']);
});

test.each(['application/json', 'text/event-stream'])('an answer of %s that is too long is given up', async (type) => {
  const { it, gone } = await answering(type, 'x'.repeat(1 << 20));
  await expect(it.call('echo', {}, true)).rejects.toMatchObject({
    code: 'too_large',
    sent: true,
    message: expect.stringContaining('67108864 bytes'),
  });
  await gone;
  await it.call('echo');
  expect(it.states).toEqual(['connecting', 'connected']);
});

test.each(['', '{', 'null', '{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"x"}}'])(
  'an answer that is no JSON-RPC ends its call alone: %j',
  async (text) => {
    const server = await startHttpMcpServer();
    const it = connected(overHttp(server.url));
    await it.call('echo');
    let wrong = 0;
    server.refuse = (response, what) => {
      if (what !== 'POST tools/call' || wrong++ > 0) return false;
      response.writeHead(200, { 'content-type': 'application/json' }).end(text);
      return true;
    };
    await expect(it.call('echo')).rejects.toThrow('its answer is not JSON-RPC');
    await it.call('echo');
    expect(it.states).toEqual(['connecting', 'connected']);
  },
);

test('a stream that was to be asked for again in a thousand years was asked for at once', async () => {
  const server = await startHttpMcpServer();
  const it = connected(overHttp(server.url));
  await it.call('echo');
  server.refuse = (response, what) => {
    if (what !== 'POST tools/call') return false;
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end('retry: 31536000000000\nid: 1\ndata:\n\n');
    return true;
  };
  const setTimeout = vi.spyOn(globalThis, 'setTimeout');
  onTestFinished(() => setTimeout.mockRestore());
  void it.call('echo').catch(() => {});
  const long = await until(async () => {
    const times = setTimeout.mock.calls.map(([, ms]) => ms ?? 0).filter((ms) => ms > 1e9);
    return times.length > 0 ? times : undefined;
  });
  expect(long).toEqual([2 ** 31 - 1]);
});

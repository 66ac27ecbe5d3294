import { expect, test } from 'vitest';
import { createPeer, type Peer, type PeerOptions } from '../../../src/mcp/peer.ts';
import { RpcError } from '../../../src/mcp/rpc-error.ts';

/** Creates two peers that are connected to each other. */
function pair(left: Partial<PeerOptions> = {}, right: Partial<PeerOptions> = {}) {
  const sent: object[] = [];
  const none: PeerOptions['answer'] = async () => ({ result: {} });
  const end = (other: () => Peer, given: Partial<PeerOptions>): Peer =>
    createPeer({
      answer: none,
      send: async (message) => {
        sent.push(message);
        queueMicrotask(() => other().receive(JSON.parse(JSON.stringify(message))));
        return undefined;
      },
      ...given,
    });
  const here: Peer = end(() => there, left);
  const there: Peer = end(() => here, right);
  return { here, there, sent };
}

test('both ends ask, tell, and answer', async () => {
  const told: unknown[] = [];
  const answer: PeerOptions['answer'] = async ({ method, params }) => ({ result: { method, params } });
  const notified: PeerOptions['notified'] = (method, params) => void told.push([method, params]);
  const { here, there } = pair({ answer, notified }, { answer, notified });
  expect(await here.request('a', { x: 1 })).toEqual({ method: 'a', params: { x: 1 } });
  expect(await there.request('b', undefined)).toEqual({ method: 'b' });
  here.notify('news', { y: 2 });
  await there.request('after', undefined);
  expect(told).toEqual([['news', { y: 2 }]]);
  expect([...here.waiting, ...there.waiting]).toEqual([]);
});

test('an error arrives to the letter; what is none of ours as an internal one', async () => {
  const fail =
    (error: unknown): PeerOptions['answer'] =>
    () =>
      Promise.reject(error);
  const own = pair({}, { answer: fail(new RpcError(-1, 'no', { a: 1 })) });
  await expect(own.here.request('m', {})).rejects.toMatchObject({ code: -1, message: 'no', data: { a: 1 } });
  const other = pair({}, { answer: fail(new Error('secret')) });
  await expect(other.here.request('m', {})).rejects.toMatchObject({ code: -32603, message: 'Internal error' });
});

test('a request that is taken back is told to the other end, which does not answer it', async () => {
  let ended: unknown;
  const { here, there, sent } = pair(
    {},
    {
      answer: (_, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            ended = signal.reason;
            reject(signal.reason);
          });
        }),
    },
  );
  const leave = new AbortController();
  const asked = here.request('slow', {}, { signal: leave.signal });
  await Promise.resolve();
  leave.abort(new Error('timed out'));
  await expect(asked).rejects.toThrow('timed out');
  await Promise.resolve();
  await there.idle();
  expect(ended).toMatchObject({ code: 'cancelled' });
  expect(sent).toEqual([
    { jsonrpc: '2.0', id: 1, method: 'slow', params: {} },
    { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1, reason: 'timed out' } },
  ]);
});

test('what cannot be sent, and what cannot be answered any more, is told to who waits', async () => {
  const broken = pair({ send: () => Promise.reject(new Error('EPIPE')) });
  await expect(broken.here.request('m', {})).rejects.toThrow('EPIPE');
  const { here } = pair({}, { answer: () => new Promise(() => {}) });
  const asked = [here.request('m', {}), here.request('m', {})];
  expect([...here.waiting]).toEqual([1, 2]);
  here.fail((id) => new Error(`lost ${id}`), [2]);
  await expect(asked[1]).rejects.toThrow('lost 2');
  here.fail(() => new Error('all'));
  await expect(asked[0]).rejects.toThrow('all');
});

test('an answer under a number as text counts, and one that nobody waits for does no harm', async () => {
  const { here } = pair({ send: async () => undefined });
  const asked = here.request('m', {});
  expect(here.receive({ jsonrpc: '2.0', id: '1', result: { a: 1 } })).toBe(true);
  expect(await asked).toEqual({ a: 1 });
  expect(here.receive({ jsonrpc: '2.0', id: 9, result: {} })).toBe(true);
  expect(here.receive([])).toBe(false);
});

/** Creates a peer that accepts batches, and records what it sends. */
function batching(answer: PeerOptions['answer']) {
  const sent: unknown[] = [];
  const send: PeerOptions['send'] = async (message) => {
    sent.push(message);
    return 7;
  };
  return { sent, peer: createPeer({ answer, send, takesBatches: () => true }) };
}
const request = (id: unknown, method = 'm') => ({ jsonrpc: '2.0', id, method });
const invalid = (id: unknown, message = 'Invalid Request') => ({
  ...{ jsonrpc: '2.0', id, error: { code: -32600, message } },
});

test('the answers to a batch come as one array, when the last of them is there', async () => {
  const gates = new Map<string, () => void>();
  const sizes: number[] = [];
  const { peer, sent } = batching(
    ({ method }) =>
      new Promise((resolve) =>
        gates.set(method, () => resolve({ result: { method }, sent: (_, bytes) => void sizes.push(bytes) })),
      ),
  );
  const told = { jsonrpc: '2.0', method: 'notifications/initialized' };
  expect(peer.receive([request(1, 'slow'), told, request(2, 'quick'), { jsonrpc: '2.0', id: 9, result: {} }])).toBe(
    true,
  );
  gates.get('quick')?.();
  await Promise.resolve();
  peer.receive(request(3, 'alone'));
  gates.get('alone')?.();
  await Promise.resolve();
  expect(sent).toEqual([{ jsonrpc: '2.0', id: 3, result: { method: 'alone' } }]);
  gates.get('slow')?.();
  await peer.idle();
  expect(sent.slice(1)).toEqual([
    ['quick', 'slow'].map((method) => ({ jsonrpc: '2.0', id: method === 'slow' ? 1 : 2, result: { method } })),
  ]);
  expect(sizes).toEqual([7, 7, 7]);
});

test('of a batch each message that is none is refused by itself, and so is the beginning of a session', async () => {
  const { peer, sent } = batching(async () => ({ result: {} }));
  expect(peer.receive([request(1), 5, [request(2)], { id: 3, method: 'm' }, request(4, 'initialize')])).toBe(false);
  await peer.idle();
  expect(sent).toEqual([[invalid(null), invalid(null), invalid(3), invalid(4), { jsonrpc: '2.0', id: 1, result: {} }]]);
});

test('a batch of nothing is refused, and one of more than a hundred messages', async () => {
  const { peer, sent } = batching(async () => ({ result: {} }));
  expect(peer.receive([])).toBe(false);
  const many = Array.from({ length: 101 }, (_, id) => request(id));
  expect(peer.receive(many)).toBe(false);
  expect(peer.receive(many.slice(1))).toBe(true);
  await peer.idle();
  expect(sent.slice(0, 2)).toEqual([
    invalid(null, 'Invalid Request: an empty batch'),
    invalid(null, 'Invalid Request: a batch of 101 messages, expected at most 100'),
  ]);
  expect(sent[2]).toHaveLength(100);
});

test('a batch of which nothing is answered is answered with nothing', async () => {
  const { peer, sent } = batching(
    (_, signal) => new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  );
  const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
  expect(peer.receive([{ jsonrpc: '2.0', method: 'notifications/initialized' }])).toBe(true);
  expect(peer.receive([request(1), cancelled])).toBe(true);
  await peer.idle();
  expect(sent).toEqual([]);
});

test('a result that cannot be written is answered with an internal error, and leaves nobody waiting', async () => {
  const cyclic: { self?: object } = {};
  cyclic.self = cyclic;
  const sent: object[] = [];
  const failed: unknown[] = [];
  const peer = createPeer({
    async send(message) {
      JSON.stringify(message);
      sent.push(message);
      return undefined;
    },
    answer: async () => ({ result: cyclic, sent: (error) => void failed.push(error) }),
  });
  peer.receive({ jsonrpc: '2.0', id: 1, method: 'm' });
  await peer.idle();
  await new Promise((resolve) => setTimeout(resolve));
  expect(sent).toEqual([{ jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'Internal error' } }]);
  expect(failed).toHaveLength(1);
});

test('an object in place of an id or of a text, which nothing converts, ended the process', async () => {
  const odd = { toString: 1, valueOf: 1 };
  const answers = [{ code: 1, message: odd, data: { a: 1 } }];
  const peer = createPeer({
    answer: async () => ({ result: {} }),
    send: async (message) => {
      const { id } = message as { readonly id?: unknown };
      queueMicrotask(() => peer.receive({ jsonrpc: '2.0', id, error: answers.shift() }));
      return undefined;
    },
  });
  expect(peer.receive({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: odd } })).toBe(true);
  await expect(peer.request('m', {})).rejects.toMatchObject({ code: 1, message: '', data: { a: 1 } });
});

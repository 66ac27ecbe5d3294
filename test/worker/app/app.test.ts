import { expect, test } from 'vitest';
import type { CountTokens } from '../../../src/base/tokens/count-tokens.ts';
import type { PruneRequest, Pruner } from '../../../src/engine/pruner.ts';
import { createApp } from '../../../worker/app/app.ts';
import type { AppDeps } from '../../../worker/app/app-deps.ts';
import { jsonLines, type WorkerEvent } from '../../../worker/http/events/worker-event.ts';
import { stubPruner } from '../../contract/stub-pruner.ts';

const SECRET = 'the-text-itself';
const body = JSON.stringify({ query: 'why', code: `${SECRET}\n`.repeat(30) });
const init = { method: 'POST', headers: { 'content-type': 'application/json', authorization: 'Bearer k-e-y' }, body };

function appWith(deps: AppDeps): { app: ReturnType<typeof createApp>; events: WorkerEvent[] } {
  const events: WorkerEvent[] = [];
  let ticks = 0;
  const app = createApp({
    engine: { pruner: stubPruner(), backend: 'stub', version: 'stub' },
    loadTokenCounter: () => Promise.resolve((text) => Math.ceil(text.length / 4)),
    log: (event) => events.push(event),
    now: () => ticks++,
    newId: () => 'id-1',
    ...deps,
  });
  return { app, events };
}

test('a request is logged with counts and its route, never with text, question, header or path', async () => {
  const { app, events } = appWith({});
  await app.request(`/prune?token=${SECRET}`, init);
  await app.request(`/${SECRET}`);
  expect(events).toEqual([
    expect.objectContaining({
      event: 'request',
      request_id: 'id-1',
      method: 'POST',
      route: '/prune',
      status: 200,
      dialect: 'code',
      kind: 'source',
      engine: 'embedded',
      tokens_in: 120,
      tokens_out: 5,
    }),
    expect.objectContaining({ route: '/*', status: 404 }),
  ]);
  expect(JSON.stringify(events)).not.toMatch(/the-text-itself|k-e-y|why/);
});

test('a fault is 500 without a stack, and the log holds its name alone', async () => {
  const pruner: Pruner = { prune: () => Promise.reject(new TypeError(`cannot read ${SECRET}`)) };
  const { app, events } = appWith({ engine: { pruner, backend: 'stub', version: 'stub' } });
  const answer = await app.request('/prune', init);
  expect(answer.status).toBe(500);
  expect(await answer.json()).toEqual({ detail: 'Internal Server Error', request_id: 'id-1' });
  expect(events).toContainEqual({ event: 'fault', request_id: 'id-1', error: 'TypeError' });
  expect(JSON.stringify(events)).not.toContain(SECRET);
});

test.each([
  ['timeout', 504],
  ['http_error', 502],
] as const)('an engine that fails with %s is %i', async (code, status) => {
  const pruner: Pruner = { prune: () => Promise.resolve({ ok: false, code, message: 'engine said no' }) };
  const answer = await appWith({ engine: { pruner, backend: 'stub', version: 'stub' } }).app.request('/prune', init);
  expect(answer.status).toBe(status);
  expect(await answer.json()).toEqual({ detail: 'engine said no', request_id: 'id-1' });
});

test('health needs neither engine nor token counter', async () => {
  const never = (): Promise<never> => Promise.reject(new Error('must not be loaded'));
  const { app } = appWith({
    engine: { pruner: { prune: never }, backend: 'upstream', version: 'stub' },
    loadTokenCounter: never,
  });
  const answer = await app.request('/health');
  expect(await answer.json()).toMatchObject({ status: 'healthy', backend: 'upstream' });
});

test('every answer carries what keeps browsers from making more of it', async () => {
  const { app } = appWith({});
  const names = [
    'cross-origin-resource-policy',
    'referrer-policy',
    'strict-transport-security',
    'x-content-type-options',
  ];
  const requests: [path: string, status: number, init?: RequestInit][] = [
    ['/prune', 200, init],
    ['/prune', 405],
    ['/nowhere', 404],
    ['/prune', 422, { ...init, body: '{' }],
    ['/health', 200, { method: 'HEAD' }],
  ];
  for (const [path, status, request] of requests) {
    const answer = await app.request(path, request);
    expect([path, answer.status, ...names.map((name) => answer.headers.get(name))]).toEqual([
      path,
      status,
      'same-origin',
      'no-referrer',
      'max-age=15552000; includeSubDomains',
      'nosniff',
    ]);
  }
});

test('HEAD /health answers without a body', async () => {
  const answer = await appWith({}).app.request('/health', { method: 'HEAD' });
  expect([answer.status, await answer.text()]).toEqual([200, '']);
});

test('limits handed in hold', async () => {
  const { app } = appWith({ limits: { bodyBytes: 10, questionChars: 2 } });
  expect((await app.request('/prune', init)).status).toBe(413);
  const longer = appWith({ limits: { questionChars: 2 } });
  expect(await (await longer.app.request('/prune', init)).json()).toMatchObject({
    error_msg: 'query is too long, nothing was pruned: expected at most 2 characters, got 3',
  });
});

test('a body that fails while it is read is its sender’s going, not a hang', async () => {
  const broken = new ReadableStream<Uint8Array>({
    start: (controller) => controller.error(new Error('connection reset')),
  });
  const { app } = appWith({});
  const request = { ...init, body: broken, duplex: 'half' } as RequestInit;
  expect((await app.request('/prune', request)).status).toBe(408);
});

test('events are lines of JSON', () => {
  let out = '';
  jsonLines((line) => {
    out += line;
  })({ event: 'closed' });
  expect(out).toBe('{"event":"closed"}\n');
});

test('a request that is cancelled while it waits is not pruned, and that is no fault', async () => {
  const controller = new AbortController();
  const seen: PruneRequest[] = [];
  const loadTokenCounter = (): Promise<CountTokens> => {
    controller.abort();
    return Promise.resolve((text) => text.length);
  };
  const { app, events } = appWith({
    engine: { pruner: stubPruner(seen), backend: 'stub', version: 'stub' },
    loadTokenCounter,
  });
  const answer = await app.request('/prune', { ...init, signal: controller.signal });
  expect(answer.status).toBe(408);
  expect(seen).toEqual([]);
  expect(events.map(({ event }) => event)).toEqual(['request']);
});

test.each(['127.999.1.1', '1.2.3.4.5', 'a%', '[::', '999'])('a Host header of %s was a fault of ours', async (host) => {
  const { app, events } = appWith({});
  const request = { url: `http://${host}/metrics`, method: 'GET', headers: new Headers(), signal: null, body: null };
  const answer = await app.fetch(request as unknown as Request);
  expect([answer.status, await answer.json()]).toEqual([
    host === '999' ? 403 : 400,
    expect.objectContaining({ request_id: 'id-1' }),
  ]);
  expect(events.map(({ event }) => event)).toEqual(['request']);
});

import { expect, test } from 'vitest';
import { createApp } from '../../../worker/app/app.ts';
import { readJsonBody } from '../../../worker/http/read-json.ts';

const app = createApp({ adminKey: 'the-administrators-secret-of-32-characters', limits: { bodyBytes: 1_000 } });
const HEADERS = {
  'content-type': 'application/json',
  authorization: 'Bearer the-administrators-secret-of-32-characters',
};

function chunks(count: number): ReadableStream<Uint8Array> {
  let left = count;
  return new ReadableStream({
    pull: (controller) => (left-- > 0 ? controller.enqueue(new Uint8Array(65_536)) : controller.close()),
  });
}
const post = (body: unknown, headers: object): RequestInit =>
  ({ method: 'POST', body, duplex: 'half', headers }) as RequestInit;

test.each([
  ['too large', chunks(4), HEADERS, 413],
  ['from nobody, and longer than is taken in', chunks(20), {}, 401],
])('a client lost its next request on the connection of a body %s', async (_, body, headers, status) => {
  const answer = await app.request('/prune', post(body, headers));
  expect([answer.status, answer.headers.get('connection')]).toEqual([status, 'close']);
});

test('a connection whose refused body was taken in is used on', async () => {
  const answer = await app.request('/prune', post(chunks(2), {}));
  expect([answer.status, answer.headers.get('connection')]).toEqual([401, null]);
});

test.each([
  ['declared', { 'content-length': '100' }],
  ['chunked', {}],
])('a %s body that never ended held its connection for ever', async (_, headers) => {
  const body = new ReadableStream({ pull: () => new Promise(() => {}) });
  const request = new Request('http://localhost/prune', post(body, { ...HEADERS, ...headers }));
  expect(await readJsonBody(request, 1_000, { arrivalMs: 10 })).toMatchObject({ ok: false, code: 'cancelled' });
});

test('a client that went while it sent was a fault of ours, and 500', async () => {
  const body = new ReadableStream({ pull: (controller) => controller.error(new TypeError('connection reset')) });
  const answer = await app.request('/prune', post(body, { ...HEADERS, 'content-length': '100' }));
  expect(answer.status).toBe(408);
});

import { expect, test } from 'vitest';
import type { PruneRequest } from '../../../src/engine/pruner.ts';
import { hanging, promisesSettled, upstreamDouble } from './upstream-double.ts';

const ASK: PruneRequest = {
  text: Array.from({ length: 30 }, (_, i) => `const value${i} = compute(${i});`).join('\n'),
  question: 'value',
  markers: 'ranges',
};
const fine = (): Response => Response.json({ kept_frags: [3] });
const refusedConnection = (): never => {
  throw new TypeError('fetch failed', { cause: Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }) });
};
const reset = (): never => {
  throw new TypeError('fetch failed', { cause: Object.assign(new Error('read'), { code: 'ECONNRESET' }) });
};

/** Returns a response whose body repeats `chunk` without end, and reports how much of it was read. */
function endless(chunk: string): {
  readonly answer: Response;
  readonly taken: () => number;
  readonly ended: () => boolean;
} {
  let [taken, ended] = [0, false];
  const bytes = new TextEncoder().encode(chunk);
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      taken += bytes.byteLength;
      controller.enqueue(bytes);
    },
    cancel() {
      ended = true;
    },
  });
  return { answer: new Response(body), taken: () => taken, ended: () => ended };
}

test('a swe-pruner is sent what it knows, the key goes to its address alone, redirects are not followed', async () => {
  const { pruner, sent } = upstreamDouble(fine, { apiKey: 'secret' });
  await pruner.prune({ ...ASK, threshold: 0.4, keepFirstLine: true, targetRatio: 0.5, path: 'a.ts' });
  const [{ url, init }] = sent as [(typeof sent)[0]];
  expect(url).toBe('http://upstream/prune');
  expect(init).toMatchObject({ method: 'POST', redirect: 'manual', headers: { authorization: 'Bearer secret' } });
  expect(JSON.parse(String(init.body))).toEqual({
    query: 'value',
    code: ASK.text,
    threshold: 0.4,
    always_keep_first_frags: true,
  });
});

test('fetch is called as a function, not as a method: Workers refuse that', async () => {
  const owners: unknown[] = [];
  async function send(this: unknown): Promise<Response> {
    owners.push(this);
    return fine();
  }
  const { pruner } = upstreamDouble(fine, { fetch: send as typeof fetch });
  await pruner.prune(ASK);
  expect(owners).toEqual([undefined]);
});

test('while an answer is worked on, the upstream may be asked by others', async () => {
  let inFlight = -1;
  const { pruner } = upstreamDouble(fine, {
    pause: async () => {
      inFlight = pruner.status().inFlight;
    },
  });
  await pruner.prune(ASK);
  expect(inFlight).toBe(0);
});

test.each([
  ['500', () => new Response('oops', { status: 500 }), 'http_error'],
  ['404', () => new Response(null, { status: 404 }), 'http_error'],
  ['a redirect', () => new Response(null, { status: 307, headers: { location: 'http://elsewhere/' } }), 'http_error'],
  ['204', () => new Response(null, { status: 204 }), 'http_error'],
  ['garbage', () => new Response('\u0000\u0001garbage'), 'invalid_response'],
  ['no connection', refusedConnection, 'http_error'],
] as const)('%s is a failure, never an exception', async (_, respond, code) => {
  const { pruner } = upstreamDouble(respond);
  expect(await pruner.prune(ASK)).toMatchObject({ ok: false, code });
  expect(pruner.status()).toMatchObject({ failed: 1, succeeded: 0, consecutiveFailures: 1, inFlight: 0 });
});

test('an answer that closes in the middle of its body is a failure, and not asked for again', async () => {
  const { pruner, sent } = upstreamDouble(() => {
    let told = false;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (told) controller.error(new TypeError('terminated'));
        else controller.enqueue(new TextEncoder().encode('{"kept_frags": [1, '));
        told = true;
      },
    });
    return new Response(body);
  });
  expect(await pruner.prune(ASK)).toMatchObject({ ok: false, code: 'http_error' });
  expect(sent).toHaveLength(1);
});

test('an answer of 300 MB is refused, and not taken in', async () => {
  const huge = endless('x'.repeat(65_536));
  const { pruner } = upstreamDouble(() => huge.answer);
  expect(await pruner.prune(ASK)).toMatchObject({ ok: false, code: 'invalid_response' });
  expect(huge.taken()).toBeLessThan(2 * 1024 * 1024);
  expect(huge.ended()).toBe(true);
});

test('the bound on an answer can be set lower', async () => {
  const { pruner } = upstreamDouble(() => new Response('x'.repeat(200)), { maxAnswerBytes: 100 });
  expect(await pruner.prune(ASK)).toMatchObject({ code: 'invalid_response', message: expect.stringContaining('100') });
});

test('one that hangs is given up at its time', async () => {
  const { pruner, advance } = upstreamDouble(hanging);
  const asked = pruner.prune(ASK);
  await promisesSettled();
  advance(999);
  expect(pruner.status().inFlight).toBe(1);
  advance(1);
  expect(await asked).toMatchObject({ ok: false, code: 'timeout' });
  expect(pruner.status()).toMatchObject({ inFlight: 0, failed: 1, lastFailure: 'timeout' });
});

test('one whose body never ends is given up at the same time', async () => {
  const silent = new ReadableStream<Uint8Array>({ pull: () => new Promise(() => {}) });
  const { pruner, advance } = upstreamDouble(() => new Response(silent));
  const asked = pruner.prune(ASK);
  await promisesSettled();
  advance(1000);
  expect(await asked).toMatchObject({ ok: false, code: 'timeout' });
});

test('a connection that fails is tried once more, and no oftener', async () => {
  const second = upstreamDouble((_, call) => (call === 1 ? reset() : fine()));
  expect(await second.pruner.prune(ASK)).toMatchObject({ ok: true });
  expect(second.pruner.status()).toMatchObject({ succeeded: 1, failed: 0, consecutiveFailures: 0 });
  const never = upstreamDouble(reset);
  expect(await never.pruner.prune(ASK)).toMatchObject({ ok: false, code: 'http_error' });
  expect(never.sent).toHaveLength(2);
  expect(never.pruner.status()).toMatchObject({ failed: 1, consecutiveFailures: 1 });
});

test('the second try is within the same time', async () => {
  const { pruner, advance, sent } = upstreamDouble((init, call) => (call === 1 ? reset() : hanging(init)));
  const asked = pruner.prune(ASK);
  await promisesSettled();
  expect(sent).toHaveLength(2);
  advance(1000);
  expect(await asked).toMatchObject({ code: 'timeout' });
});

test('an answer, however bad, is not asked for again', async () => {
  for (const respond of [() => new Response(null, { status: 503 }), () => new Response('{')]) {
    const { pruner, sent } = upstreamDouble(respond);
    await pruner.prune(ASK);
    expect(sent).toHaveLength(1);
  }
});

test('nobody listening is told apart', async () => {
  expect(await upstreamDouble(refusedConnection).pruner.prune(ASK)).toMatchObject({ unreachable: true });
});

test('a caller who goes is not answered, frees the slot, and says nothing about the upstream', async () => {
  const gone = new AbortController();
  const { pruner } = upstreamDouble(hanging);
  const asked = pruner.prune(ASK, { signal: gone.signal });
  await promisesSettled();
  gone.abort(new Error('gone'));
  await expect(asked).rejects.toThrow('gone');
  expect(pruner.status()).toMatchObject({ inFlight: 0, waiting: 0, failed: 0, consecutiveFailures: 0 });
});

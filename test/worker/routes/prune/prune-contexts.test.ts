import { expect, test } from 'vitest';
import { createEmbeddedPruner } from '../../../../src/engine/embedded.ts';
import type { AnswerCache } from '../../../../src/prune-api/cache/answer-cache.ts';
import { createUpstreamPruner } from '../../../../src/remote-pruner/upstream-pruner.ts';
import type { Engine } from '../../../../worker/routes/prune/engine.ts';
import {
  type Caller,
  callerOf,
  createPruneContexts,
  type PruneContextsOptions,
} from '../../../../worker/routes/prune/prune-contexts.ts';
import { TURNING_BYTES } from '../../../../worker/routes/prune/turns.ts';
import { PRUNING, serving } from './serving.ts';

const WAITING: Engine = { pruner: createEmbeddedPruner(), backend: 'auto', version: 'upstream' };

const CALLER: Caller = {
  team: 'a',
  requestId: 'b',
  signal: () => new AbortController().signal,
  bytes: 1,
  keepAlive: () => {},
};
const opened = (caller: Partial<Caller>, options: Partial<PruneContextsOptions> = {}) =>
  createPruneContexts({ ...PRUNING, ...options })({ ...CALLER, ...caller });

test('who leaves is noticed wherever pruning lets the event loop turn, and a signal is made nowhere else', async () => {
  expect((await opened({ bytes: TURNING_BYTES - 1 })).signal).toBeUndefined();
  expect((await opened({ bytes: TURNING_BYTES })).signal).toBeDefined();
  expect((await opened({}, { engine: WAITING })).signal).toBeDefined();
});

test('the loop turns for large bodies alone, as a turn may take as long as pruning a small text', async () => {
  let turns = 0;
  const turn = async (): Promise<void> => void turns++;
  await (await opened({ bytes: TURNING_BYTES - 1 }, { turn })).turn?.(1);
  expect(turns).toBe(0);
  await (await opened({ bytes: TURNING_BYTES }, { turn })).turn?.(1);
  expect(turns).toBe(1);
});

test('a context is of its caller and of the engine', async () => {
  const keepAlive = (): void => {};
  const context = await opened({ team: 'blue', requestId: 'r', keepAlive }, { engine: WAITING });
  expect(context).toMatchObject({ scope: 'blue', requestId: 'r', engineVersion: 'upstream', keepAlive });
  expect(context.sessionVersion).toBeUndefined();
  expect((await opened({})).sessionVersion).toBe(PRUNING.engine.sessionVersion);
});

test('without a time to keep them there is no cache of answers', async () => {
  expect((await opened({})).cache).toBeUndefined();
});

test('answers are cached in this process for their time, up to some thousands of them', async () => {
  let now = 0;
  const open = createPruneContexts({ ...PRUNING, cacheTtlMs: 1_000, now: () => now });
  const { cache } = await open(CALLER);
  await cache?.put('first', 'one');
  expect(await (await open(CALLER)).cache?.get('first')).toBe('one');
  now = 1_000;
  expect(await cache?.get('first')).toBeUndefined();
  for (let i = 0; i <= 4_000; i++) await cache?.put(`${i}`, 'x');
  expect([await cache?.get('0'), await cache?.get('4000')]).toEqual([undefined, 'x']);
  await cache?.put('long', 'x'.repeat(2_000_000));
  expect([await cache?.get('4000'), (await cache?.get('long'))?.length]).toEqual([undefined, 2_000_000]);
});

/** A database of answers by team, which can be made to fail. */
function database(fails = false) {
  const kept = new Map<string, string>();
  const of = (team: string): AnswerCache => ({
    get: async (key) => kept.get(`${team} ${key}`),
    async put(key, value) {
      if (fails) throw new Error('disk');
      kept.set(`${team} ${key}`, value);
    },
  });
  return { kept, of };
}

test('with a database answers are found there, by team, and the request waits for none being written', async () => {
  const stored = database();
  stored.kept.set('blue q', 'answer');
  const open = createPruneContexts({ ...PRUNING, cacheTtlMs: 1_000, stored });
  const kept: Promise<unknown>[] = [];
  const blue = await open({ ...CALLER, team: 'blue', keepAlive: (work) => void kept.push(work) });
  const red = await open({ ...CALLER, team: 'red' });
  expect([await red.cache?.get('q'), await blue.cache?.get('q')]).toEqual([undefined, 'answer']);
  await blue.cache?.put('p', 'another');
  await Promise.all(kept);
  expect([kept.length, stored.kept.get('blue p')]).toEqual([1, 'another']);
});

test('a database that fails to keep an answer fails no request', async () => {
  const kept: Promise<unknown>[] = [];
  const options = { cacheTtlMs: 1_000, stored: database(true) };
  const { cache } = await opened({ keepAlive: (work) => void kept.push(work) }, options);
  await cache?.put('q', 'answer');
  expect(await Promise.all(kept)).toEqual([undefined]);
  expect(await cache?.get('q')).toBe('answer');
});

test('a caller is known by its request: who, how much, and whether it has left', async () => {
  const callers: Caller[] = [];
  const route = (c: Parameters<typeof callerOf>[0]) => {
    callers.push(callerOf(c));
    return c.text('');
  };
  const abort = new AbortController();
  await serving(route, { bytesIn: 12 })('{}', { signal: abort.signal });
  await serving(route)('{}');
  expect(callers.map(({ team, requestId, bytes }) => [team, requestId, bytes])).toEqual([
    ['team-a', 'r-1', 12],
    ['team-a', 'r-1', 0],
  ]);
  expect(callers[0]?.signal()?.aborted).toBe(false);
  abort.abort();
  expect(callers[0]?.signal()?.aborted).toBe(true);
});

const FIELDS = { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`, tracestate: 'vendor=1' };

test.each([
  ['named', FIELDS, FIELDS],
  ['not named', undefined, {}],
])('an upstream is told of the trace as the caller has %s it', async (_, trace, told) => {
  const sent: object[] = [];
  const upstream = createUpstreamPruner({
    ...{ url: 'http://upstream.example/prune', timeoutMs: 10_000, concurrency: 1 },
    fetch: async (__, init) => {
      const headers = new Headers(init?.headers);
      sent.push(Object.fromEntries([...headers].filter(([name]) => name.startsWith('trace'))));
      return Response.json({ pruned_code: 'b', score: 1, kept_frags: [2] });
    },
  });
  const engine: Engine = { ...WAITING, pruner: upstream, upstream: upstream.status };
  const { pruner } = await opened({ trace: () => trace }, { engine });
  expect(await pruner.prune({ text: 'a\nb\nc\n', question: 'b' })).toMatchObject({ ok: true, engine: 'remote' });
  expect(sent).toEqual([told]);
});

import { expect, test } from 'vitest';
import { createSlots } from '../../../src/remote-pruner/upstream-pruner.ts';
import { hanging, promisesSettled, upstreamDouble } from './upstream-double.ts';

const ask = (i: number) => ({
  text: Array.from({ length: 9 }, (_, k) => `const value${k} = compute(${k});`).join('\n'),
  question: `q${i}`,
});

/** Creates responses that the test releases in the order of the requests. */
function gates() {
  const waiting: (() => void)[] = [];
  const arrivals = new Map<number, () => void>();
  let [arrived, now, max] = [0, 0, 0];
  return {
    max: () => max,
    /** Resolves once `n` requests have been made. */
    arrived: (n: number): Promise<void> =>
      arrived >= n ? Promise.resolve() : new Promise((resolve) => arrivals.set(n, resolve)),
    open: () => waiting.shift()?.(),
    respond: async (): Promise<Response> => {
      max = Math.max(max, ++now);
      const opened = new Promise<void>((resolve) => waiting.push(resolve));
      arrivals.get(++arrived)?.();
      await opened;
      now -= 1;
      return Response.json({ kept_frags: [3] });
    },
  };
}

test('at most so many are asked at once; the rest wait, and who finds the line full is refused at once', async () => {
  const { respond, open, arrived, max } = gates();
  const { pruner, sent } = upstreamDouble(respond, { concurrency: 2, waiting: 3 });
  const asked = [0, 1, 2, 3, 4].map((i) => pruner.prune(ask(i)));
  await arrived(2);
  expect(pruner.status()).toMatchObject({ inFlight: 2, waiting: 3 });
  expect(await pruner.prune(ask(5))).toMatchObject({ ok: false, unavailable: 'overloaded', retryAfterSeconds: 1 });
  for (const [i, one] of asked.entries()) {
    await arrived(Math.min(asked.length, i + 2));
    open();
    await one;
  }
  expect((await Promise.all(asked)).every(({ ok }) => ok)).toBe(true);
  expect(max()).toBe(2);
  expect(sent.map(({ init }) => JSON.parse(String(init.body)).query)).toEqual(['q0', 'q1', 'q2', 'q3', 'q4']);
  expect(pruner.status()).toMatchObject({ inFlight: 0, waiting: 0, succeeded: 5, refused: 1 });
});

test('the time in line counts: who waits too long is refused, and was never sent', async () => {
  const { pruner, sent, advance } = upstreamDouble(hanging, { concurrency: 1 });
  const first = pruner.prune(ask(0));
  await promisesSettled();
  advance(600);
  const second = pruner.prune(ask(1));
  await promisesSettled();
  advance(400);
  expect(await first).toMatchObject({ code: 'timeout' });
  await promisesSettled();
  expect(sent).toHaveLength(2);
  const third = pruner.prune(ask(2));
  await promisesSettled();
  advance(600);
  expect(await second).toMatchObject({ code: 'timeout' });
  advance(400);
  expect(await third).toMatchObject({ ok: false, code: 'timeout' });

  const busy = upstreamDouble(hanging, { concurrency: 1, timeoutMs: 100 });
  const slow = busy.pruner.prune(ask(0));
  const waits = busy.pruner.prune(ask(1));
  await promisesSettled();
  busy.advance(100);
  await Promise.all([slow, waits]);
  expect(await waits).toMatchObject({ ok: false, unavailable: 'overloaded' });
  expect(busy.sent).toHaveLength(1);
  expect(busy.pruner.status()).toMatchObject({ inFlight: 0, waiting: 0, failed: 1, refused: 1 });
});

test('who leaves the line does not hold it up', async () => {
  const { respond, open, arrived } = gates();
  const { pruner, sent } = upstreamDouble(respond, { concurrency: 1 });
  const first = pruner.prune(ask(0));
  const gone = new AbortController();
  const leaves = expect(pruner.prune(ask(1), { signal: gone.signal })).rejects.toThrow('gone');
  const last = pruner.prune(ask(2));
  await arrived(1);
  gone.abort(new Error('gone'));
  await leaves;
  open();
  await first;
  await arrived(2);
  open();
  expect(await last).toMatchObject({ ok: true });
  expect(sent).toHaveLength(2);
});

test('a slot given to one who leaves in that moment is passed on', async () => {
  const slots = createSlots({ max: 1, line: 5, leaseMs: 100, now: () => 0 });
  const stays = new AbortController();
  const giveBack = await slots.take(stays.signal);
  const leaver = new AbortController();
  const leaves = expect(slots.take(leaver.signal)).rejects.toThrow('gone');
  const next = slots.take(stays.signal);
  giveBack?.();
  leaver.abort(new Error('gone'));
  await leaves;
  const last = await next;
  expect(slots.taken).toBe(1);
  last?.();
  last?.();
  expect([slots.taken, slots.waiting]).toEqual([0, 0]);
});

test('a slot whose holder vanished is free again after its time, and given back late counts once', async () => {
  let now = 0;
  const slots = createSlots({ max: 1, line: 5, leaseMs: 100, now: () => now });
  const { signal } = new AbortController();
  const lost = await slots.take(signal);
  const waits = slots.take(signal);
  now = 100;
  const third = slots.take(signal);
  const second = await waits;
  expect([slots.taken, slots.waiting]).toEqual([1, 1]);
  lost?.();
  expect([slots.taken, slots.waiting]).toEqual([1, 1]);
  second?.();
  (await third)?.();
  expect([slots.taken, slots.waiting]).toEqual([0, 0]);
});

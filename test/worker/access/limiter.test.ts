import { expect, test } from 'vitest';
import type { Principal } from '../../../src/teams/keys/principal.ts';
import { LOCAL } from '../../../worker/access/gate.ts';
import { createBucketLimiter, type Limiter } from '../../../worker/access/limiter.ts';

const keyOf = (key: string, ratePerMinute: number | null = null): Principal => ({
  ...LOCAL,
  ...{ kind: 'key', key, ratePerMinute },
});

/** Counts how many of `times` requests in a row pass. */
async function passed(limiter: Limiter, who: Principal, times: number): Promise<number> {
  let count = 0;
  for (let i = 0; i < times; i++) if ((await limiter(who)).ok) count++;
  return count;
}

test('each key has the limit of all keys, or its own', async () => {
  const limiter = createBucketLimiter({ perMinute: 3, now: () => 0 });
  expect(await passed(limiter, keyOf('ada'), 5)).toBe(3);
  expect(await passed(limiter, keyOf('bob'), 5)).toBe(3);
  expect(await passed(limiter, keyOf('cleo', 1), 5)).toBe(1);
  expect(await limiter(keyOf('ada'))).toEqual({ ok: false, retryAfterSeconds: 20 });
});

test('0 is no limit, for all keys or for one', async () => {
  expect(await passed(createBucketLimiter({ perMinute: 0, now: () => 0 }), keyOf('ada'), 9)).toBe(9);
  expect(await passed(createBucketLimiter({ perMinute: 1, now: () => 0 }), keyOf('ada', 0), 9)).toBe(9);
  expect(await passed(createBucketLimiter({ perMinute: 0, now: () => 0 }), keyOf('ada', 2), 9)).toBe(2);
});

test('who has no key has no limit', async () => {
  const limiter = createBucketLimiter({ perMinute: 1, now: () => 0 });
  expect(await passed(limiter, LOCAL, 9)).toBe(9);
  expect(await passed(limiter, { ...LOCAL, kind: 'root' }, 9)).toBe(9);
});

test('a key may send again as time passes', async () => {
  let now = 0;
  const limiter = createBucketLimiter({ perMinute: 1, now: () => now });
  expect(await passed(limiter, keyOf('ada'), 2)).toBe(1);
  now = 60_000;
  expect(await passed(limiter, keyOf('ada'), 2)).toBe(1);
});

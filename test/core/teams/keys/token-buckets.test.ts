import { expect, test } from 'vitest';
import { createTokenBuckets } from '../../../../src/teams/keys/token-buckets.ts';

test("a minute's requests pass at once, then one for each part of the minute", () => {
  let at = 0;
  const buckets = createTokenBuckets({ now: () => at });
  for (let i = 0; i < 6; i++) expect(buckets.take('a', 6)).toEqual({ ok: true });
  expect(buckets.take('a', 6)).toEqual({ ok: false, retryAfterSeconds: 10 });
  at = 9_000;
  expect(buckets.take('a', 6)).toEqual({ ok: false, retryAfterSeconds: 1 });
  at = 10_000;
  expect(buckets.take('a', 6)).toEqual({ ok: true });
  expect(buckets.take('a', 6).ok).toBe(false);
});

test('a refused request costs nothing, and an idle bucket never overflows', () => {
  let at = 0;
  const buckets = createTokenBuckets({ now: () => at });
  buckets.take('a', 1);
  for (let i = 0; i < 100; i++) buckets.take('a', 1);
  at = 60_000;
  expect(buckets.take('a', 1).ok).toBe(true);
  at = 3_600_000;
  expect(buckets.take('a', 1).ok).toBe(true);
  expect(buckets.take('a', 1).ok).toBe(false);
});

test('keys do not share a bucket, and no more are remembered than asked for', () => {
  const buckets = createTokenBuckets({ now: () => 0, max: 2 });
  for (const key of ['a', 'b']) expect(buckets.take(key, 1).ok).toBe(true);
  expect(buckets.take('a', 1).ok).toBe(false);
  buckets.take('c', 1); // "b" is the one longest unused
  expect(buckets.take('a', 1).ok).toBe(false);
  expect(buckets.take('b', 1).ok).toBe(true);
});

test('a clock that goes back by years locks nobody out', () => {
  let at = Date.UTC(2029, 0, 1);
  const buckets = createTokenBuckets({ now: () => at });
  buckets.take('a', 2);
  at = Date.UTC(2026, 0, 1);
  expect(buckets.take('a', 2)).toEqual({ ok: true });
  expect(buckets.take('a', 2)).toEqual({ ok: false, retryAfterSeconds: 30 });
  at += 30_000;
  expect(buckets.take('a', 2)).toEqual({ ok: true });
});

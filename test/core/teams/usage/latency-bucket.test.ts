import { expect, test } from 'vitest';
import { bucketMiddle, toLatencyBucket } from '../../../../src/teams/usage/latency-bucket.ts';
import { toQuantiles } from '../../../../src/teams/usage/quantiles.ts';

test.each([0.011, 0.02, 0.5, 1, 3.3, 17, 250, 999, 30_000, 3_600_000])('%d ms is told within a fourteenth', (ms) => {
  const told = bucketMiddle(toLatencyBucket(ms));
  expect(Math.abs(told - ms) / ms).toBeLessThanOrEqual(0.072);
});

test('none, and what is no duration, is none', () => {
  expect([0, -1, Number.NaN, 0.01].map(toLatencyBucket)).toEqual([0, 0, 0, 0]);
  expect(bucketMiddle(0)).toBe(0);
});

test('buckets rise with durations and end at an hour', () => {
  const buckets = Array.from({ length: 400 }, (_, i) => toLatencyBucket(0.01 * 1.08 ** i));
  expect(buckets).toEqual([...buckets].sort((a, b) => a - b));
  expect(toLatencyBucket(Number.POSITIVE_INFINITY)).toBe(toLatencyBucket(3_600_000));
  expect(toLatencyBucket(3_600_000)).toBe(143);
});

test('quantiles are by nearest rank, within the width of a bucket', () => {
  const durations = Array.from({ length: 1_000 }, (_, i) => (i + 1) * 0.7);
  const counts = new Map<number, number>();
  for (const ms of durations) counts.set(toLatencyBucket(ms), (counts.get(toLatencyBucket(ms)) ?? 0) + 1);
  const told = toQuantiles(counts);
  for (const [name, exact] of [
    ['p50', 350],
    ['p95', 665],
    ['p99', 693],
  ] as const) {
    expect(Math.abs((told?.[name] ?? 0) - exact) / exact, name).toBeLessThan(0.1);
  }
});

test('there are no quantiles of nothing, and one request is all of them', () => {
  expect(toQuantiles(new Map())).toBeUndefined();
  expect(toQuantiles(new Map([[3, 0]]))).toBeUndefined();
  const one = bucketMiddle(7);
  expect(toQuantiles(new Map([[7, 1]]))).toEqual({ p50: one, p95: one, p99: one });
});

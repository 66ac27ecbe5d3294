import { expect, test } from 'vitest';
import { createCacheCosts } from '../../../../launcher/cli/discover/cache-costs.ts';
import type { Usage } from '../../../../src/transcripts/session-event.ts';

const NONE: Usage = { input: 0, cacheRead: 0, cacheWrite: 0, cacheWriteLong: 0, output: 0 };

/** Costs of requests, each with the minutes since the one before. */
function costsOf(...requests: readonly (readonly [minutes: number, usage: Partial<Usage>])[]) {
  const cache = createCacheCosts();
  let at = 0;
  for (const [index, [minutes, usage]] of requests.entries()) {
    at += minutes * 60_000;
    const event = { kind: 'billed', request: `r${index}`, at, model: 'claude-opus-4-6' } as const;
    // Claude Code repeats the counts of an answer with each of its parts.
    cache.push({ ...event, usage: NONE });
    cache.push({ ...event, usage: { ...NONE, ...usage } });
  }
  return cache.costs();
}

test('in a cache of five minutes a pause has everything written again, which one of an hour would have read', () => {
  const costs = costsOf(
    [0, { cacheWrite: 1000 }],
    [1, { cacheRead: 1000, cacheWrite: 100 }],
    [20, { cacheWrite: 1200 }],
  );
  expect(costs).toMatchObject({ minutes: 5, pauses: 1 });
  // 1,100 of the 1,200 tokens had been sent before.
  expect(costs?.lost).toBeCloseTo(1100 * 1.15);
  expect(costs?.cost).toBeCloseTo(1250 + (100 + 125) + 1500);
  expect(costs?.other).toBeCloseTo(2000 + (100 + 200) + (110 + 200));
});

test('in a cache of an hour a pause costs nothing, and one of five minutes would have written everything again', () => {
  const costs = costsOf(
    [0, { cacheWriteLong: 1000 }],
    [20, { cacheRead: 1000, cacheWriteLong: 100 }],
    [90, { cacheWriteLong: 1100 }],
  );
  expect(costs).toMatchObject({ minutes: 60, pauses: 1, lost: 0 });
  expect(costs?.cost).toBeCloseTo(2000 + (100 + 200) + 2200);
  // After more than an hour, both caches are empty.
  expect(costs?.other).toBeCloseTo(1250 + 1100 * 1.25 + 1100 * 1.25);
});

test('without pauses a longer lifetime only makes writing dearer, and without counts nothing is said', () => {
  const costs = costsOf([0, { cacheWrite: 1000 }], [1, { cacheRead: 1000, cacheWrite: 100 }]);
  expect([costs?.pauses, costs?.lost]).toEqual([0, 0]);
  expect((costs?.other ?? 0) - (costs?.cost ?? 0)).toBeCloseTo(1100 * 0.75);
  expect(costsOf([0, { input: 9, cacheRead: 5 }])).toBeUndefined();
  expect(costsOf()).toBeUndefined();
});

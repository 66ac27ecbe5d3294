import { expect, test } from 'vitest';
import { createFailures } from '../../../../src/teams/keys/failures.ts';

test('a burst is free, then each failure is waited for, and quiet forgets them', () => {
  let at = 0;
  const failures = createFailures({ now: () => at, burst: 3, perMinute: 6 });
  expect(failures.waitSeconds('a')).toBe(0);
  for (let i = 0; i < 2; i++) failures.add('a');
  expect(failures.waitSeconds('a')).toBe(0);
  failures.add('a');
  expect([failures.waitSeconds('a'), failures.waitSeconds('b')]).toEqual([10, 0]);
  at += 9_999;
  expect(failures.waitSeconds('a')).toBe(1);
  at += 1;
  expect(failures.waitSeconds('a')).toBe(0);
  failures.add('a');
  expect(failures.waitSeconds('a')).toBe(10);
  at += 30_000;
  expect(failures.waitSeconds('a')).toBe(0);
});

test('no more sources are remembered than may be', () => {
  const failures = createFailures({ now: () => 0, burst: 1, max: 2 });
  for (const source of ['a', 'b', 'a', 'c']) failures.add(source);
  expect(['a', 'b', 'c'].map((source) => failures.waitSeconds(source) > 0)).toEqual([true, false, true]);
});

test('a clock that goes back by years makes nobody wait for years', () => {
  let at = Date.UTC(2029, 0, 1);
  const failures = createFailures({ now: () => at, burst: 3, perMinute: 6 });
  for (let i = 0; i < 3; i++) failures.add('a');
  at = Date.UTC(2026, 0, 1);
  expect(failures.waitSeconds('a')).toBe(10);
  failures.add('a');
  expect(failures.waitSeconds('a')).toBe(20);
});

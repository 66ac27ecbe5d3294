import { expect, test } from 'vitest';
import { startOf } from '../../../../src/teams/usage/period.ts';
import { toIncrements } from '../../../../src/teams/usage/sql-ledger.ts';
import { DAY, HOUR, MORNING, usageRecord } from '../../../contract/usage-records.ts';

test('records of one hour and one name are one row for the hour and one for the day', () => {
  const { usage, latency, quota, lastUsed } = toIncrements([
    usageRecord({ durationMs: 10 }),
    usageRecord({ at: MORNING + 5, durationMs: 10, tokensOut: 400 }),
  ]);
  const names = ['key-1', 'prune', 'source', 'embedded', 'miss', 'ok'];
  expect(usage).toEqual([
    ['day', 'team-a', startOf('day', MORNING), ...names, 2, 2_000, 500, 500, 20],
    ['hour', 'team-a', startOf('hour', MORNING), ...names, 2, 2_000, 500, 500, 20],
  ]);
  expect(latency.map((row) => row.at(-1))).toEqual([2, 2]);
  expect(quota).toEqual([['team-a', '2026-11', 2_000]]);
  expect(lastUsed).toEqual([['key-1', MORNING + 5]]);
});

test('what differs stays apart, and what is not known is an empty name', () => {
  const { usage } = toIncrements([usageRecord(), usageRecord({ kind: null, engine: null, cache: null })]);
  expect(usage).toHaveLength(4);
  expect(usage[0]?.slice(5, 8)).toEqual(['', '', '']);
});

test('rows are in the same order whatever the order of the records, the key last', () => {
  const records = ['b', 'a'].flatMap((key) => ['y', 'x'].map((tool) => usageRecord({ key, tool })));
  const { usage } = toIncrements(records);
  expect(usage.slice(0, 4).map((row) => `${row[4]}${row[3]}`)).toEqual(['xa', 'xb', 'ya', 'yb']);
  expect(toIncrements(records.toReversed()).usage).toEqual(usage);
});

test('names that hold separators are not mixed up', () => {
  const { usage } = toIncrements([
    usageRecord({ tool: 'a","b', kind: 'c' }),
    usageRecord({ tool: 'a', kind: 'b","c' }),
  ]);
  expect(usage).toHaveLength(4);
});

test('hours and days are UTC’s, also at their edges', () => {
  const midnight = Date.UTC(2026, 11, 1);
  expect(startOf('hour', midnight)).toBe(midnight);
  expect(startOf('hour', midnight - 1)).toBe(midnight - HOUR);
  expect(startOf('day', midnight - 1)).toBe(midnight - DAY);
});

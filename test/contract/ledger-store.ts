import { expect, test } from 'vitest';
import type { LedgerRange, UsageGroup, UsageRow } from '../../src/teams/usage/ledger-query.ts';
import type { LedgerStore } from '../../src/teams/usage/ledger-store.ts';
import { startOf } from '../../src/teams/usage/period.ts';
import { DAY, HOUR, MORNING, usageRecord } from './usage-records.ts';

const ALL_DAY: LedgerRange = {
  scope: { kind: 'all' },
  from: startOf('day', MORNING),
  to: startOf('day', MORNING) + DAY,
  period: 'hour',
};

/** Contract of every ledger store. `open` makes an empty one with this clock for each test. */
export function describeLedgerStore(open: (now: () => number) => Promise<LedgerStore>): void {
  let ids = 0;
  let now = MORNING;
  const expire = (store: LedgerStore, at: number): Promise<void> => {
    now = at;
    return store.expire();
  };
  const check = (name: string, run: (store: LedgerStore) => Promise<void>): void =>
    test(name, async () => {
      now = MORNING;
      await run(await open(() => now));
    });
  const write = (store: LedgerStore, ...told: Parameters<typeof usageRecord>[0][]): Promise<void> =>
    store.write({ id: `batch-${ids++}`, records: told.map((one) => usageRecord(one)) });
  const named = (rows: readonly UsageRow[], name: keyof UsageRow): unknown[] => rows.map((row) => row[name]);

  check('sums up what was written, over batches, by hour and by day', async (store) => {
    await write(store, {}, { at: MORNING + HOUR, tokensOut: 400, durationMs: 30, outcome: 'engine_failed' });
    await write(store, { cache: 'hit', durationMs: 0.5 });
    const whole = {
      requests: 3,
      failures: 1,
      cacheHits: 1,
      cacheMisses: 2,
      cacheJoined: 0,
      bytesIn: 3_000,
      tokensIn: 750,
      tokensOut: 600,
      tokensSaved: 150,
      durationMs: 40.5,
    };
    expect(await store.usage({ ...ALL_DAY, groupBy: [] })).toEqual([whole]);
    expect(await store.usage({ ...ALL_DAY, period: 'day', groupBy: [] })).toEqual([whole]);
    const hours = await store.usage({ ...ALL_DAY, groupBy: ['time'] });
    expect(named(hours, 'start')).toEqual([startOf('hour', MORNING), startOf('hour', MORNING) + HOUR]);
    expect(named(hours, 'requests')).toEqual([2, 1]);
  });

  check('says honestly where answers were longer than what they answer', async (store) => {
    await write(store, { tokensIn: 10, tokensOut: 25 });
    expect(named(await store.usage({ ...ALL_DAY, groupBy: [] }), 'tokensSaved')).toEqual([-15]);
  });

  check('gives the groups that saved most, and says how many there are', async (store) => {
    await write(store, ...[300, 700, 500].map((tokensIn, i) => ({ key: `key ${i}`, tokensIn, tokensOut: 100 })));
    const rows = await store.usage({ ...ALL_DAY, groupBy: ['key'], isBySaved: true, limit: 2 });
    expect(rows).toMatchObject([
      { key: 'key 1', tokensSaved: 600, groups: 3 },
      { key: 'key 2', tokensSaved: 400, groups: 3 },
    ]);
  });

  check('a batch written twice counts once', async (store) => {
    const batch = { id: 'again', records: [usageRecord()] };
    await store.write(batch);
    await store.write(batch);
    expect(named(await store.usage({ ...ALL_DAY, groupBy: [] }), 'requests')).toEqual([1]);
  });

  check('gives nothing where there is nothing', async (store) => {
    expect(await store.usage({ ...ALL_DAY, groupBy: [] })).toEqual([]);
    expect(await store.usage({ ...ALL_DAY, groupBy: ['time'] })).toEqual([]);
    expect(await store.latency({ ...ALL_DAY, groupBy: [] })).toEqual([]);
  });

  check('groups by everything that is asked, in that order', async (store) => {
    await write(
      store,
      { team: 'b', key: 'k2', tool: 'prune_text', kind: null, engine: null, cache: null, outcome: 'too_large' },
      { team: 'a', key: 'k1' },
    );
    const [first, second] = await store.usage({
      ...ALL_DAY,
      groupBy: ['team', 'key', 'tool', 'kind', 'engine', 'cache', 'outcome'],
    });
    expect(first).toMatchObject({ team: 'a', key: 'k1', tool: 'prune', kind: 'source', engine: 'embedded' });
    expect(first).toMatchObject({ cache: 'miss', outcome: 'ok', teamName: null, keyName: null });
    expect(second).toMatchObject({ team: 'b', kind: null, engine: null, cache: null, outcome: 'too_large' });
    expect(first).not.toHaveProperty('start');
  });

  check('gives at most as many rows as asked', async (store) => {
    await write(store, { tool: 'a' }, { tool: 'b' }, { tool: 'c' });
    expect(named(await store.usage({ ...ALL_DAY, groupBy: ['tool'], limit: 2 }), 'tool')).toEqual(['a', 'b']);
  });

  check('sums of teams are those of their keys, after each change', async (store) => {
    const sums = async (groupBy: readonly UsageGroup[]): Promise<unknown> => {
      const rows = await store.usage({ ...ALL_DAY, groupBy });
      const sum = (of: 'requests' | 'bytesIn' | 'durationMs'): number => rows.reduce((all, row) => all + row[of], 0);
      return [sum('requests'), sum('bytesIn'), sum('durationMs')];
    };
    for (const n of [1, 2, 3]) {
      await write(store, { key: 'k1', durationMs: n }, { key: 'k2', durationMs: 1 }, { key: 'k1', outcome: 'busy' });
      expect(await sums(['time', 'tool'])).toEqual(await sums(['key', 'outcome']));
      expect(((await sums([])) as number[])[0]).toBe(3 * n);
    }
  });

  check('groups by owner, which is the key where no other is known', async (store) => {
    await write(store, { key: 'k1', tokensIn: 9_000 }, { key: 'k1', tool: 'other' }, { key: 'k2' });
    const rows = await store.usage({ ...ALL_DAY, groupBy: ['owner'], limit: 8, isBySaved: true });
    expect(rows.map(({ owner, ownerName, requests }) => [owner, ownerName, requests])).toEqual([
      ['k1', null, 2],
      ['k2', null, 1],
    ]);
  });

  check('gives a team its own rows, and an owner those of all its keys', async (store) => {
    const mine = { team: 'a', key: 'k1', durationMs: 1 };
    await write(store, mine, { ...mine, key: 'k2', durationMs: 100 }, { team: 'b', key: 'k1', durationMs: 1_000 });
    const seen = async (scope: LedgerRange['scope']): Promise<unknown> => {
      const usage = await store.usage({ ...ALL_DAY, scope, groupBy: ['team', 'key'] });
      const [latency] = await store.latency({ ...ALL_DAY, scope, groupBy: [] });
      return [usage.map(({ team, key }) => `${team}/${key}`), latency?.requests];
    };
    expect(await seen({ kind: 'all' })).toEqual([['a/k1', 'a/k2', 'b/k1'], 3]);
    expect(await seen({ kind: 'team', team: 'a' })).toEqual([['a/k1', 'a/k2'], 2]);
    expect(await seen({ kind: 'owner', team: 'a', owner: 'k1' })).toEqual([['a/k1'], 1]);
    expect(await seen({ kind: 'owner', team: 'c', owner: 'k1' })).toEqual([[], undefined]);
  });

  check('takes the periods that begin in the range, the end left out', async (store) => {
    const hour = startOf('hour', MORNING);
    await write(store, { at: hour - 1 }, { at: hour }, { at: hour + HOUR - 1 }, { at: hour + HOUR });
    const rows = await store.usage({ ...ALL_DAY, from: hour, to: hour + HOUR, groupBy: ['time'] });
    expect(rows.map(({ start, requests }) => [start, requests])).toEqual([[hour, 2]]);
  });

  check('tells quantiles, of all, by engine and over time', async (store) => {
    const ran = (engine: string, durations: readonly number[], at = MORNING): Parameters<typeof usageRecord>[0][] =>
      durations.map((durationMs) => ({ engine, durationMs, at }));
    const fast = Array.from({ length: 98 }, (_, i) => 1 + i / 98);
    await write(store, ...ran('embedded', fast), ...ran('remote', [500, 900], MORNING + HOUR));
    const near = (told: number | undefined, exact: number): void =>
      expect(Math.abs((told ?? 0) - exact) / exact).toBeLessThan(0.1);
    const [whole] = await store.latency({ ...ALL_DAY, groupBy: [] });
    expect(whole?.requests).toBe(100);
    near(whole?.p50, 1.5);
    near(whole?.p99, 500);
    const engines = await store.latency({ ...ALL_DAY, groupBy: ['engine'] });
    expect(engines.map(({ engine, requests }) => [engine, requests])).toEqual([
      ['embedded', 98],
      ['remote', 2],
    ]);
    near(engines[1]?.p50, 500);
    near(engines[1]?.p95, 900);
    const hours = await store.latency({ ...ALL_DAY, groupBy: ['time'] });
    expect(hours.map(({ start }) => start)).toEqual([startOf('hour', MORNING), startOf('hour', MORNING) + HOUR]);
  });

  check('forgets hours after 90 days and days after two years, of every team', async (store) => {
    await write(store, { team: 'a' }, { team: 'b' }, { team: 'c' });
    const count = async (period: 'hour' | 'day'): Promise<unknown[]> => [
      ...named(await store.usage({ ...ALL_DAY, period, groupBy: ['team'] }), 'team'),
      ...(await store.latency({ ...ALL_DAY, period, groupBy: [] })).map(({ requests }) => requests),
    ];
    await expire(store, MORNING + 90 * DAY - HOUR);
    expect([await count('hour'), await count('day')]).toEqual([
      ['a', 'b', 'c', 3],
      ['a', 'b', 'c', 3],
    ]);
    await expire(store, MORNING + 90 * DAY + HOUR);
    expect([await count('hour'), await count('day')]).toEqual([[], ['a', 'b', 'c', 3]]);
    await expire(store, MORNING + 731 * DAY);
    expect(await count('day')).toEqual([]);
  });

  check('forgets thousands of rows, a part at a time', async (store) => {
    await write(store, ...Array.from({ length: 2_500 }, (_, i) => ({ team: 'a', key: `key ${i}` })));
    await expire(store, MORNING + 731 * DAY);
    for (const period of ['hour', 'day'] as const) {
      expect(await store.usage({ ...ALL_DAY, period, groupBy: [] })).toEqual([]);
      expect(await store.latency({ ...ALL_DAY, period, groupBy: [] })).toEqual([]);
    }
  });
}

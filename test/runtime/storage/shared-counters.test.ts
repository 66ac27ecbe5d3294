import { afterAll, describe, expect, test } from 'vitest';
import { createPostgresCounters } from '../../../src/teams/counters/postgres-counters.ts';
import type { SharedCounters } from '../../../src/teams/counters/shared-counters.ts';
import { createSqlLedger } from '../../../src/teams/usage/sql-ledger.ts';
import { openPostgres } from '../../../worker/runtime/open-postgres.ts';
import { createRedisCounters } from '../../../worker/runtime/redis-counters.ts';
import { usageRecord } from '../../contract/usage-records.ts';
import { binaries, psql } from '../../support/postgres/binaries.ts';
import { type PostgresServer, startPostgres } from '../../support/postgres/server.ts';
import { REDIS, type RedisServer, startRedis } from '../../support/redis/server.ts';
import { until } from '../../support/until.ts';

const MONTH = '2026-11';

/** Contract of shared counters, with several clients in the role of several workers. */
function describeCounters(open: () => Promise<SharedCounters>): void {
  const three = (): Promise<readonly SharedCounters[]> => Promise.all([open(), open(), open()]);
  let made = 0;
  const name = (): string => `${process.pid}-${made++}`;

  test('three workers let through what one may, to 2 %', async () => {
    const [workers, bucket] = [await three(), name()];
    const began = performance.now();
    const answers = await Promise.all(Array.from({ length: 300 }, (_, i) => workers[i % 3]?.take(bucket, 100)));
    const comeBack = ((performance.now() - began) * 100) / 60_000;
    const passed = answers.filter((answer) => answer?.ok === true).length;
    expect(passed).toBeGreaterThanOrEqual(100);
    expect(passed).toBeLessThanOrEqual((100 + comeBack) * 1.02);
    const refused = answers.find((answer) => answer?.ok === false);
    expect(refused).toMatchObject({ retryAfterSeconds: 1 });
    expect(await workers[0]?.take(name(), 100)).toEqual({ ok: true });
  });

  test('three workers reserve no more bytes of a month than there are, and give them back', async () => {
    const [workers, team] = [await three(), name()];
    const wanted = { team, month: MONTH, bytes: 1_000, limit: 50_000, used: 0, isBehind: false };
    const reserved = await Promise.all(Array.from({ length: 120 }, (_, i) => workers[i % 3]?.reserve(wanted)));
    expect(reserved.filter((one) => one !== undefined)).toHaveLength(50);
    expect(await workers[1]?.reserve({ ...wanted, bytes: 1 })).toBeUndefined();
    expect(await workers[1]?.reserve({ ...wanted, team: name() })).toBeDefined();
    for (const one of reserved) one?.end(0);
    const again = await until(async () => workers[2]?.reserve({ ...wanted, bytes: 50_000 }));
    again.end(0);
  });

  test('bytes that the ledger is about to write are not given back', async () => {
    const [workers, team] = [await three(), name()];
    const wanted = { team, month: MONTH, limit: 1_000, used: 0, isBehind: false };
    (await workers[0]?.reserve({ ...wanted, bytes: 600 }))?.end(600);
    (await workers[0]?.reserve({ ...wanted, bytes: 400 }))?.end(0);
    await until(async () => workers[1]?.reserve({ ...wanted, bytes: 400 }));
    expect(await workers[2]?.reserve({ ...wanted, bytes: 1 })).toBeUndefined();
  });
}

describe.skipIf(binaries() === undefined)('in PostgreSQL', () => {
  let server: Promise<PostgresServer> | undefined;
  const opened: { close(): void }[] = [];
  const open = async (): Promise<SharedCounters> => {
    server ??= startPostgres();
    const database = await openPostgres({ url: (await server).url('postgres'), connections: 3 });
    opened.push(database);
    return createPostgresCounters(database);
  };
  afterAll(async () => {
    for (const one of opened) one.close();
    await (await server)?.stop();
  });
  describeCounters(open);

  test('what the ledger holds of the month counts too', async () => {
    const counters = await open();
    const url = (await server)?.url('postgres') ?? '';
    psql(url, `INSERT INTO quota_use VALUES ('heavy', '${MONTH}', 900)`);
    const wanted = { team: 'heavy', month: MONTH, limit: 1_000, used: 0, isBehind: false };
    expect(await counters.reserve({ ...wanted, bytes: 101 })).toBeUndefined();
    expect(await counters.reserve({ ...wanted, bytes: 100 })).toBeDefined();
    psql(url, "UPDATE quota_leases SET expires_at = now() - interval '1 second' WHERE team_id = 'heavy'");
    expect(await counters.reserve({ ...wanted, bytes: 100 })).toBeDefined();
  });

  test('a worker whose ledger lacks records counts for itself', async () => {
    const wanted = { team: 'late', month: MONTH, limit: 1_000, used: 0, bytes: 1, isBehind: true };
    await expect((await open()).reserve(wanted)).rejects.toThrow('the ledger lacks records');
  });

  test('the record of a request ends its lease in the same transaction', async () => {
    const database = await openPostgres({ url: (await server)?.url('postgres') ?? '', connections: 1 });
    opened.push(database);
    const wanted = { team: 'exact', month: MONTH, limit: 1_000, used: 0, bytes: 1_000, isBehind: false };
    const reserved = await createPostgresCounters(database).reserve(wanted);
    const record = usageRecord({
      team: 'exact',
      bytesIn: 700,
      at: Date.UTC(2026, 10, 21),
      leases: [reserved?.lease ?? 0],
    });
    await createSqlLedger(database).write({ id: 'exact', records: [record] });
    const counters = createPostgresCounters(database);
    expect(await counters.reserve({ ...wanted, bytes: 301 })).toBeUndefined();
    expect(await counters.reserve({ ...wanted, bytes: 300 })).toBeDefined();
  });
});

describe.skipIf(REDIS === undefined)('in Redis', () => {
  let server: Promise<RedisServer> | undefined;
  const opened: SharedCounters[] = [];
  const open = async (): Promise<SharedCounters> => {
    server ??= startRedis();
    const counters = createRedisCounters((await server).url);
    opened.push(counters);
    return counters;
  };
  afterAll(async () => {
    for (const one of opened) one.close();
    await (await server)?.kill();
  });
  describeCounters(open);

  test('a Redis that is away fails at once, and is there again once it is back', async () => {
    const counters = await open();
    expect(await counters.take('a', 10)).toEqual({ ok: true });
    await (await server)?.kill();
    await expect(counters.take('a', 10)).rejects.toThrow();
    await (await server)?.start();
    await until(() => counters.take('a', 10).catch(() => undefined));
  });

  test('a Redis that was emptied starts from what the ledger has', async () => {
    const counters = await open();
    const wanted = { team: 'flushed', month: MONTH, limit: 1_000, used: 900, isBehind: true };
    expect(await counters.reserve({ ...wanted, bytes: 101 })).toBeUndefined();
    expect(await counters.reserve({ ...wanted, bytes: 100 })).toBeDefined();
    expect(await counters.reserve({ ...wanted, bytes: 1 })).toBeUndefined();
  });

  test('a Redis that is full fails, so that each worker counts for itself', async () => {
    const full = await startRedis('--maxmemory', '1', '--maxmemory-policy', 'noeviction');
    const counters = createRedisCounters(full.url);
    await expect(counters.take('a', 10)).rejects.toThrow(/OOM/);
    counters.close();
    await full.kill();
  });
});

import path from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { createWorkerClient } from '../../../worker/client.ts';
import { freePort } from '../../support/ports.ts';
import { binaries, psql } from '../../support/postgres/binaries.ts';
import { type PostgresServer, startPostgres } from '../../support/postgres/server.ts';
import { type ProxyMode, startTcpProxy } from '../../support/tcp-proxy.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { until } from '../../support/until.ts';
import { built } from '../built.ts';
import { NODE, type Started, started } from '../started.ts';

const ADMIN = 'the-administrators-secret-of-32-characters';
const BODY = JSON.stringify({ query: 'where is the delay', code: 'const a = 1;\nconst delay = 2;\n' });

describe.skipIf(binaries() === undefined)('a worker whose PostgreSQL is away', () => {
  let server: Promise<PostgresServer> | undefined;
  let made = 0;
  const newDatabase = async (): Promise<string> => {
    server ??= startPostgres();
    const name = `away_${made++}`;
    psql((await server).url('postgres'), `CREATE DATABASE ${name}`);
    return (await server).url(name);
  };
  afterAll(async () => (await server)?.stop());

  const onPort = (url: string, port: number): string => Object.assign(new URL(url), { port: String(port) }).href;
  const start = async (url: string): Promise<Started> => {
    const serve = [built('bin'), 'serve', '--port', '0', '--data', path.join(tempDir(), 'none')];
    const worker = await started(NODE, serve, { PRUNER_DATABASE_URL: url, PRUNER_ADMIN_KEY: ADMIN });
    onTestFinished(async () => {
      if (worker.child.exitCode === null) await worker.stop();
    });
    return worker;
  };
  const makeKey = async (worker: Started): Promise<string> => {
    const admin = createWorkerClient(worker.url, { key: ADMIN });
    await admin.v1.teams.$post({ json: { name: 'Blue' } });
    const key = await admin.v1.keys.$post({ json: { team: 'Blue', name: 'One', scopes: ['prune'] } });
    if (!key.ok) throw new Error('no key');
    return (await key.json()).key;
  };

  test.each<readonly [string, ProxyMode]>([
    ['accepts connections and says nothing', 'silent'],
    ['accepts connections and closes them', 'close'],
    ['answers after three seconds', 3_000],
  ])('a server that %s: known keys work, others are told, and all is well after it', async (_, mode) => {
    const url = await newDatabase();
    const proxy = await startTcpProxy(Number(new URL(url).port));
    onTestFinished(proxy.close);
    const worker = await start(onPort(url, proxy.port));
    const authorization = `Bearer ${await makeKey(worker)}`;
    const prune = () =>
      worker.door('/prune', {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization },
        body: BODY,
      });
    expect((await prune()).status).toBe(200);
    proxy.become(mode);
    expect((await prune()).status).toBe(200);
    await until(async () => worker.log().includes('"database_down"') || undefined);
    // Nothing waits for the server now, so this many in a row would otherwise take a minute.
    for (let i = 0; i < 30; i++) expect((await prune()).status).toBe(200);
    const teams = await worker.door('/v1/teams', { headers: { authorization: `Bearer ${ADMIN}` } });
    expect([teams.status, await teams.json()]).toMatchObject([503, { detail: /cannot be reached/ }]);
    // A check is believed for a second.
    const ready = await until(async () => {
      const answer = await worker.door('/ready');
      return answer.status === 503 ? answer : undefined;
    });
    expect(await ready.json()).toMatchObject({ cause: 'the database cannot be reached' });
    const metrics = await worker.door('/metrics', { headers: { authorization: `Bearer ${ADMIN}` } });
    expect(await metrics.text()).toContain('mcp_pruner_database_state{state="down"} 1');
    proxy.become('pass');
    await until(async () => worker.log().includes('"database_up"') || undefined);
    await until(async () => ((await worker.door('/ready')).status === 200 ? true : undefined));
    // The usage of all of them is written, although nothing else is recorded.
    await until(async () =>
      psql(url, 'SELECT coalesce(sum(requests), 0) FROM usage').trim() === '64' ? true : undefined,
    );
  });

  test('a worker outlives a server that comes and goes in every way, also in the middle of a handshake', async () => {
    const url = await newDatabase();
    const proxy = await startTcpProxy(Number(new URL(url).port));
    onTestFinished(proxy.close);
    const worker = await start(onPort(url, proxy.port));
    const authorization = `Bearer ${await makeKey(worker)}`;
    const headers = { 'content-type': 'application/json', authorization };
    const statuses = async (): Promise<readonly number[]> => {
      const answers = Array.from({ length: 20 }, () => worker.door('/prune', { method: 'POST', headers, body: BODY }));
      return (await Promise.all(answers)).map(({ status }) => status);
    };
    const times = (event: string): number => worker.log().split(`"event":"${event}"`).length - 1;
    const modes: readonly ProxyMode[] = [600, 'silent', 300, 'close', 1_000, 'silent'];
    await statuses();
    for (const mode of [...modes, ...modes]) {
      const before = times('database_up');
      proxy.become(mode);
      expect(new Set(await statuses())).toEqual(new Set([200]));
      await until(async () => (times('database_slow') + times('database_down') > before ? true : undefined));
      proxy.become('pass');
      await until(async () => (times('database_up') > before ? true : undefined));
    }
    expect([await worker.stop(), worker.log().includes('UNHANDLED')]).toEqual([0, false]);
  });

  test('a server that is not there yet is waited for: the worker is alive, and not ready', async () => {
    const url = await newDatabase();
    const port = await freePort();
    const worker = await start(onPort(url, port));
    expect((await worker.door('/health')).status).toBe(200);
    const ready = await worker.door('/ready');
    expect([ready.status, await ready.json()]).toEqual([
      503,
      { ready: false, storage: 'failing', cause: 'the database cannot be reached' },
    ]);
    const refused = await worker.door('/prune', { method: 'POST', body: BODY });
    expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toMatchObject([
      503,
      '5',
      { detail: 'The worker is starting: the database cannot be reached' },
    ]);
    onTestFinished((await startTcpProxy(Number(new URL(url).port), port)).close);
    await until(async () => ((await worker.door('/ready')).status === 200 ? true : undefined));
    expect(await makeKey(worker)).toMatch(/^mcpp_/);
  });

  test('a worker that still waits ends when it is told to, and says what it waited for', async () => {
    const url = new URL(onPort(await newDatabase(), await freePort()));
    url.password = 'hunter2';
    const worker = await start(url.href);
    expect(await worker.stop()).toBe(1);
    expect(worker.log()).toMatch(
      /cannot use the database postgres:\/\/postgres@[^ ]+: the database cannot be reached \(.*ECONNREFUSED/,
    );
    expect(worker.log()).not.toContain('hunter2');
  });

  test('a server that has no connection left is waited for, and named as that', async () => {
    const url = await newDatabase();
    const few = new URL(url);
    psql(url, `CREATE ROLE few LOGIN CONNECTION LIMIT 0; ALTER DATABASE ${few.pathname.slice(1)} OWNER TO few`);
    few.username = 'few';
    const worker = await start(few.href);
    const { cause } = (await (await worker.door('/ready')).json()) as { readonly cause: string };
    expect(cause).toContain('the database has no connection left');
    psql(url, 'ALTER ROLE few CONNECTION LIMIT -1');
    await until(async () => ((await worker.door('/ready')).status === 200 ? true : undefined));
  });
});

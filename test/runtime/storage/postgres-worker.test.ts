import path from 'node:path';
import connect from 'postgres';
import { afterAll, describe, expect, test } from 'vitest';
import { createWorkerClient } from '../../../worker/client.ts';
import { openPostgres } from '../../../worker/runtime/open-postgres.ts';
import { binaries, psql } from '../../support/postgres/binaries.ts';
import { type PostgresServer, startPostgres } from '../../support/postgres/server.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { until } from '../../support/until.ts';
import { built } from '../built.ts';
import { DENO, NODE, type Started, started } from '../started.ts';

const ADMIN = 'the-administrators-secret-of-32-characters';
const WORKERS: Readonly<Record<string, (env: Record<string, string>) => Promise<Started>>> = {
  Node: (env) => started(NODE, [built('bin'), 'serve', '--port', '0', '--data', path.join(tempDir(), 'none')], env),
  Deno: (env) => started(DENO, ['run', '-A', 'worker/deno.ts'], { PORT: '0', ...env }),
};

describe.skipIf(binaries() === undefined)('a worker on PostgreSQL', () => {
  let server: PostgresServer | undefined;
  const postgres = async (): Promise<PostgresServer> => {
    server ??= await startPostgres();
    return server;
  };
  let made = 0;
  const newDatabase = async (options = ''): Promise<string> => {
    const name = `worker_${made++}`;
    psql((await postgres()).url('postgres'), `CREATE DATABASE ${name} ${options}`);
    return (await postgres()).url(name);
  };
  afterAll(() => server?.stop());

  test.each(Object.entries(WORKERS))('%s: a team prunes, and its usage is there', async (_, start) => {
    const url = await newDatabase();
    const worker = await start({ PRUNER_DATABASE_URL: url, PRUNER_ADMIN_KEY: ADMIN });
    const admin = createWorkerClient(worker.url, { key: ADMIN });
    await admin.v1.teams.$post({ json: { name: 'Blue' } });
    const key = await admin.v1.keys.$post({ json: { team: 'Blue', name: 'One', scopes: ['prune'] } });
    if (!key.ok) throw new Error('no key');
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${(await key.json()).key}` };
    const body = JSON.stringify({ query: 'where is the delay', code: 'const a = 1;\nconst delay = 2;\n' });
    expect((await worker.door('/prune', { method: 'POST', headers, body })).status).toBe(200);
    const requests = await until(async () => {
      const usage = await admin.v1.usage.$get({ query: { team: 'Blue' } });
      const [row] = usage.ok ? (await usage.json()).rows : [];
      return row?.requests;
    });
    expect(requests).toBe(1);
    expect(await (await worker.door('/ready')).json()).toMatchObject({ ready: true });
    expect(await worker.stop()).toBe(0);
    expect(worker.log()).not.toContain('"level":"error"');
  });

  test('ten workers that start at once on an empty database migrate it once', async () => {
    const url = await newDatabase();
    const opened = await Promise.all(Array.from({ length: 10 }, () => openPostgres({ url, connections: 1 })));
    expect(psql(url, 'SELECT count(*) FROM d1_migrations').trim()).toBe('4');
    for (const one of opened) one.close();
  });

  test('a restart of the server: reads and writes go on, and nobody has to start the worker again', async () => {
    const url = await newDatabase();
    const worker = await WORKERS['Node']?.({ PRUNER_DATABASE_URL: url, PRUNER_ADMIN_KEY: ADMIN });
    if (worker === undefined) throw new Error('no worker');
    const admin = createWorkerClient(worker.url, { key: ADMIN });
    await admin.v1.teams.$post({ json: { name: 'Before' } });
    // Ends every connection, as a restart of the server does.
    psql(
      (await postgres()).url('postgres'),
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${new URL(url).pathname.slice(1)}'`,
    );
    const teams = await admin.v1.teams.$get();
    expect(await teams.json()).toMatchObject({ teams: [{ name: 'Before' }] });
    await until(async () => ((await admin.v1.teams.$post({ json: { name: 'After' } })).ok ? true : undefined));
    expect(await worker.stop()).toBe(0);
  });

  test('a connection that is cut fails its statements, and neither ends the process nor hangs', async () => {
    const url = await newDatabase();
    const handle = connect(url, { max: 1, onnotice: () => {} });
    const cut = handle.begin(async (one) => {
      const [{ pid } = { pid: 0 }] = await one<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
      const count = `SELECT count(*) FROM pg_stat_activity WHERE pid = ${pid}`;
      psql(url, `SELECT pg_terminate_backend(${pid})`);
      await until(async () => psql(url, count).trim() === '0' || undefined);
      await one`SELECT 1`;
    });
    await expect(cut).rejects.toThrow();
    await until(() => handle`SELECT 1`.catch(() => undefined));
    await handle.end();
  });

  test('a worker goes on while one of a newer version has added a step, as in a rolling update', async () => {
    const url = await newDatabase();
    const worker = await WORKERS['Node']?.({ PRUNER_DATABASE_URL: url, PRUNER_ADMIN_KEY: ADMIN });
    if (worker === undefined) throw new Error('no worker');
    const admin = createWorkerClient(worker.url, { key: ADMIN });
    await admin.v1.teams.$post({ json: { name: 'Before' } });
    psql(
      url,
      'ALTER TABLE teams ADD COLUMN note text; ALTER TABLE keys ADD COLUMN note text; CREATE TABLE more (a int)',
    );
    psql(url, "INSERT INTO d1_migrations (name) VALUES ('9999_future.sql')");
    expect((await admin.v1.teams.$post({ json: { name: 'After' } })).status).toBe(201);
    const made = await admin.v1.keys.$post({ json: { team: 'After', name: 'One', scopes: ['prune'] } });
    expect(made.status).toBe(201);
    expect(await (await admin.v1.teams.$get()).json()).toMatchObject({
      teams: [{ name: 'After' }, { name: 'Before' }],
    });
    expect(await (await worker.door('/ready')).json()).toMatchObject({ ready: true });
    expect(await worker.stop()).toBe(0);
  });

  test.each<[string, (url: string) => string, RegExp]>([
    ['there is no such database', (url) => `${url}_none`, /rejects the user name, password or database name/],
    ['the URL is none', () => 'mysql://root:hunter2@localhost/x', /cannot use PRUNER_DATABASE_URL: expected a URL/],
  ])('cannot start where %s, and says why', async (_, toUrl, said) => {
    const url = toUrl(await newDatabase()).replace(/(?<=\/\/\w+)@/, ':hunter2@');
    const failed = await WORKERS['Node']?.({ PRUNER_DATABASE_URL: url }).catch((error: Error) => error.message);
    expect(failed).toMatch(said);
    expect(failed).not.toContain('hunter2');
  });

  test('a database of a newer version, or of another encoding, is refused in words', async () => {
    const url = await newDatabase();
    (await openPostgres({ url })).close();
    psql(url, "INSERT INTO d1_migrations (name) VALUES ('9999_future.sql')");
    await expect(openPostgres({ url })).rejects.toThrow(
      'written by a newer version of mcp-pruner (it has the step "9999_future.sql")',
    );
    const latin = await newDatabase("ENCODING 'LATIN1' TEMPLATE template0");
    await expect(openPostgres({ url: latin })).rejects.toThrow('its encoding is LATIN1: expected UTF8');
  });

  test('a read-only database is said to be one', async () => {
    const url = await newDatabase();
    (await openPostgres({ url })).close();
    psql(
      (await postgres()).url('postgres'),
      `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET default_transaction_read_only = on`,
    );
    await expect(WORKERS['Node']?.({ PRUNER_DATABASE_URL: url })).rejects.toThrow('the database is read-only');
  });
});

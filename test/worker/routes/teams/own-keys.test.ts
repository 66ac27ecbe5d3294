import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { migrate } from '../../../../src/storage/migrate.ts';
import { createSqliteDatabase } from '../../../../src/storage/sqlite-driver.ts';
import type { Scope } from '../../../../src/teams/keys/scope.ts';
import { createApp } from '../../../../worker/app/app.ts';
import { createWorkerClient, type WorkerClient } from '../../../../worker/client.ts';

const ADMIN = 'the-administrators-secret-of-32-characters';
const HOUR = 3_600_000;

/** A worker over a database in memory, with a clock. */
async function bench() {
  const clock = { at: Date.UTC(2026, 10, 21, 12) };
  const database = createSqliteDatabase(new DatabaseSync(':memory:'));
  await migrate(database);
  const app = createApp({ database, adminKey: ADMIN, clock: () => clock.at });
  const as = (key: string): WorkerClient =>
    createWorkerClient('http://localhost', {
      key,
      fetch: (async (input, init) => app.request(input as string, init)) as typeof fetch,
    });
  const admin = as(ADMIN);
  const made = await admin.v1.teams.$post({ json: { name: 'Blue' } });
  if (!made.ok) throw new Error('no team');
  const { id: team } = await made.json();
  const keyOf = async (client: WorkerClient, json: Parameters<typeof client.v1.keys.$post>[0]['json']) => {
    const answer = await client.v1.keys.$post({ json });
    return answer.ok ? await answer.json() : { status: answer.status, ...(await answer.json()) };
  };
  const keyIn = async (...scopes: readonly Scope[]) => {
    const key = await keyOf(admin, { team, name: scopes.join(), scopes: [...scopes] });
    if (!('key' in key)) throw new Error('no key');
    return key;
  };
  return { app, admin, as, clock, team, keyIn, keyOf };
}

test('a developer makes, sees, renews and revokes keys of the same owner, and no other ones', async () => {
  const { admin, as, clock, keyIn, keyOf } = await bench();
  const [first, other] = [await keyIn('keys', 'prune'), await keyIn('prune')];
  const own = as(first.key);
  const laptop = await keyOf(own, { name: 'Laptop', scopes: ['prune'] });
  if (!('key' in laptop)) throw new Error(JSON.stringify(laptop));
  const names = async (client: WorkerClient): Promise<readonly string[]> => {
    const answer = await client.v1.keys.$get();
    return answer.ok ? (await answer.json()).keys.map(({ name, owner }) => `${name} ${owner === first.id}`).sort() : [];
  };
  expect(await names(own)).toEqual(['Laptop true', 'keys,prune true']);
  expect(await names(admin)).toHaveLength(3);
  const renewed = await own.v1.keys[':id'].renew.$post({ param: { id: laptop.id }, json: { overlap_hours: 2 } });
  expect(renewed.status).toBe(201);
  const next = renewed.ok ? await renewed.json() : undefined;
  const prunes = async (key: string): Promise<number> =>
    (await as(key).prune.$post({ json: { query: 'a', code: 'b' } })).status;
  expect([await prunes(laptop.key), await prunes(next?.key ?? '')]).toEqual([200, 200]);
  clock.at += 2 * HOUR;
  expect([await prunes(laptop.key), await prunes(next?.key ?? '')]).toEqual([401, 200]);
  const param = { id: next?.id ?? '' };
  expect((await own.v1.keys[':id'].$delete({ param })).status).toBe(204);
  expect(await prunes(next?.key ?? '')).toBe(401);
  expect((await own.v1.keys[':id'].$delete({ param: { id: other.id } })).status).toBe(404);
  expect((await own.v1.keys[':id'].renew.$post({ param: { id: other.id }, json: {} })).status).toBe(404);
});

test('what the team does not allow is refused with the field and the reason', async () => {
  const { admin, as, team, keyIn, keyOf } = await bench();
  const own_keys = { scopes: ['prune' as const], max_days: 7, max_keys: 2 };
  const changed = await admin.v1.teams[':id'].$patch({ param: { id: team }, json: { own_keys } });
  expect(await changed.json()).toMatchObject({ own_keys });
  const own = as((await keyIn('keys')).key);
  expect(await keyOf(own, { name: 'n', scopes: ['prune', 'keys'] })).toMatchObject({
    ...{ status: 422, detail: [{ loc: ['body', 'scopes'], msg: 'The team allows own keys only prune' }] },
  });
  expect(await keyOf(own, { name: 'n', scopes: ['prune'], expires_at: '2027-11-21T12:00:00Z' })).toMatchObject({
    ...{ status: 422, detail: [{ loc: ['body', 'expires_at'] }] },
  });
  expect(await keyOf(own, { name: 'n', scopes: ['prune'] })).toMatchObject({ key: expect.any(String) });
  expect(await keyOf(own, { name: 'n', scopes: ['prune'] })).toMatchObject({ status: 422 });
  expect(await keyOf(own, { team: 'Red', name: 'n', scopes: ['prune'] })).toMatchObject({ status: 403 });
});

test('the administrator, who has no team, has to name one', async () => {
  const { admin, keyOf } = await bench();
  expect(await keyOf(admin, { name: 'n', scopes: ['prune'] })).toMatchObject({
    ...{ status: 422, detail: [{ loc: ['body', 'team'], msg: expect.stringContaining('Field required') }] },
  });
});

test('each scope opens what it is for, and nothing else', async () => {
  const { app, keyIn } = await bench();
  const status = async (key: string, path: string): Promise<number> =>
    (await app.request(path, { headers: { authorization: `Bearer ${key}` } })).status;
  const paths = ['/v1/usage', '/metrics', '/v1/keys', '/v1/teams', '/v1/audit'];
  const opened = async (scope: Scope) => {
    const { key } = await keyIn(scope);
    return Promise.all(paths.map((path) => status(key, path)));
  };
  expect(await opened('prune')).toEqual([200, 403, 403, 403, 403]);
  expect(await opened('read')).toEqual([200, 403, 403, 403, 403]);
  expect(await opened('metrics')).toEqual([200, 200, 403, 403, 403]);
  expect(await opened('keys')).toEqual([200, 403, 200, 403, 403]);
  expect(await opened('admin')).toEqual([200, 200, 200, 200, 200]);
});

test('a key with scope metrics sees all teams, one with scope admin its own', async () => {
  const { app, admin, as, keyIn, keyOf } = await bench();
  await admin.v1.teams.$post({ json: { name: 'Red' } });
  const red = await keyOf(admin, { team: 'Red', name: 'n', scopes: ['prune'] });
  await as('key' in red ? red.key : '').prune.$post({ json: { query: 'a', code: 'b' } });
  const series = async (key: string): Promise<boolean> => {
    const answer = await app.request('/metrics', { headers: { authorization: `Bearer ${key}` } });
    return /mcp_pruner_prunes_total\{/.test(await answer.text());
  };
  const [metrics, own] = [await keyIn('metrics'), await keyIn('admin')];
  expect([await series(metrics.key), await series(own.key)]).toEqual([true, false]);
});

test('an archived team is out of use until it is taken back', async () => {
  const { admin, as, team, keyIn } = await bench();
  const { key } = await keyIn('prune');
  const prunes = async (): Promise<number> => (await as(key).prune.$post({ json: { query: 'a', code: 'b' } })).status;
  const archive = (archived: boolean) => admin.v1.teams[':id'].$patch({ param: { id: team }, json: { archived } });
  expect(await (await archive(true)).json()).toMatchObject({ archived_at: '2026-11-21T12:00:00.000Z' });
  expect(await prunes()).toBe(401);
  expect(await (await archive(false)).json()).toMatchObject({ archived_at: null });
  expect(await prunes()).toBe(200);
  const taken = await admin.v1.teams[':id'].$patch({ param: { id: team }, json: {} });
  expect(taken.status).toBe(422);
});

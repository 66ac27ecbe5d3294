import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { PruneRequest } from '../../src/engine/pruner.ts';
import type { SqlDatabase } from '../../src/storage/sql-database.ts';
import { createLedger } from '../../src/teams/usage/ledger.ts';
import { createSqlLedger } from '../../src/teams/usage/sql-ledger.ts';
import { createApp } from '../../worker/app/app.ts';
import type { AppDeps } from '../../worker/app/app-deps.ts';
import type { WorkerEvent } from '../../worker/http/events/worker-event.ts';
import { stubPruner } from '../contract/stub-pruner.ts';
import { EVERY_DATABASE, openMigrated } from '../support/databases.ts';

const ADMIN = 'the-administrators-secret-of-32-characters';
const NOON = Date.UTC(2026, 10, 21, 12);

for (const make of EVERY_DATABASE) {
  const databases = make();

  describe(databases.name, () => {
    let database: SqlDatabase;
    let app: ReturnType<typeof createApp>;
    let events: WorkerEvent[];
    let clock: number;
    afterAll(() => databases.dispose());
    beforeEach(async () => {
      database = await openMigrated(databases);
      start({});
    });

    function start(deps: AppDeps): void {
      events = [];
      clock = NOON;
      app = createApp({
        engine: { pruner: stubPruner(), backend: 'stub', version: 'stub' },
        loadTokenCounter: async () => (text) => Math.ceil(text.length / 4),
        database,
        adminKey: ADMIN,
        clock: () => clock,
        now: () => clock,
        log: (event) => events.push(event),
        ...deps,
      });
    }

    async function call(method: string, path: string, key?: string, body?: unknown) {
      const answer = await app.request(path, {
        method,
        headers: {
          'content-type': 'application/json',
          ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      return { status: answer.status, headers: answer.headers, body: text === '' ? undefined : JSON.parse(text) };
    }
    const aTeam = async (name: string): Promise<string> => (await call('POST', '/v1/teams', ADMIN, { name })).body.id;
    const aKey = async (team: string, more: object = {}): Promise<{ id: string; key: string }> => {
      const made = await call('POST', '/v1/keys', ADMIN, { team, name: 'Ada', scopes: ['prune'], ...more });
      expect(made.status).toBe(201);
      return made.body;
    };
    const prune = (key?: string, path = '/prune') =>
      call('POST', path, key, { query: 'why', code: 'why\nno\nno\nno\n' });

    test('the bare address leads to the dashboard', async () => {
      const { status, headers } = await call('GET', '/');
      expect([status, headers.get('location')]).toEqual([302, '/dashboard']);
    });

    test('a team and a key are made, used, listed and revoked at once', async () => {
      const team = await call('POST', '/v1/teams', ADMIN, { name: ' Blue ' });
      expect(team).toMatchObject({ status: 201, body: { name: 'Blue', monthly_quota_bytes: null } });
      const { id, key } = await aKey('Blue', { scopes: ['prune', 'prune'], expires_at: '2027-01-01T00:00:00+01:00' });
      expect((await prune(key)).status).toBe(200);
      const { keys } = (await call('GET', '/v1/keys', ADMIN)).body;
      expect(keys).toEqual([
        {
          id,
          team: team.body.id,
          team_name: 'Blue',
          name: 'Ada',
          scopes: ['prune'],
          max_body_bytes: null,
          rate_per_minute: null,
          created_at: new Date(NOON).toISOString(),
          expires_at: '2026-12-31T23:00:00.000Z',
          revoked_at: null,
          renewed_by: null,
          owner: id,
          role: null,
          last_used_at: null,
        },
      ]);
      expect((await call('DELETE', `/v1/keys/${id}`, ADMIN)).status).toBe(204);
      expect((await prune(key)).status).toBe(401);
      expect((await call('GET', '/v1/keys', ADMIN)).body.keys[0].revoked_at).toBe(new Date(NOON).toISOString());
    });

    test('the key in the path works where headers cannot be sent, and is in no log', async () => {
      const { key } = await aKey(await aTeam('Blue'));
      for (const path of ['/prune', '/prune/']) expect((await prune(undefined, `/k/${key}${path}`)).status).toBe(200);
      expect((await call('GET', `/k/${key}/health`)).status).toBe(200);
      expect((await prune(undefined, `/k/${key.slice(0, -1)}/prune`)).status).toBe(401);
      expect((await call('GET', `/k/${key}/v1/keys`)).status).toBe(404);
      expect((await prune(undefined, `/k/${ADMIN}/prune`)).status).toBe(404);
      const log = JSON.stringify(events);
      expect(log).not.toContain(key.slice(-48));
      expect(log).not.toContain(ADMIN);
      expect(events).toContainEqual(expect.objectContaining({ event: 'request', route: '/prune', status: 200 }));
    });

    test('401 is the same for every wrong key, and 403 says nothing of what there is', async () => {
      const team = await aTeam('Blue');
      const expired = await aKey(team, { expires_at: new Date(NOON + 1000).toISOString() });
      const revoked = await aKey(team);
      await call('DELETE', `/v1/keys/${revoked.id}`, ADMIN);
      clock = NOON + 1000;
      const answers = [];
      for (const key of [undefined, '', 'x', 'é', expired.key, revoked.key, revoked.key.slice(0, -1), `${ADMIN}x`]) {
        answers.push(await prune(key));
      }
      answers.push(await prune(`mcpp_${'0'.repeat(16)}_${'0'.repeat(48)}`), await prune('m'.repeat(10_000)));
      for (const { status, headers, body } of answers) {
        expect(status).toBe(401);
        expect(body).toEqual({ detail: 'Unauthorized', request_id: headers.get('x-request-id') });
        expect(headers.get('www-authenticate')).toBe('Bearer');
      }
      const { key } = await aKey(team, { scopes: ['context'] });
      expect(await prune(key)).toMatchObject({ status: 403, body: { detail: 'Forbidden' } });
      for (const path of ['/v1/keys', '/v1/teams']) expect((await call('GET', path, key)).status).toBe(403);
    });

    test("an admin key manages its own team's keys and nothing else", async () => {
      const blue = await aTeam('Blue');
      const red = await aTeam('Red');
      const theirs = await aKey(red);
      const { key } = await aKey(blue, { scopes: ['admin'] });
      const made = await call('POST', '/v1/keys', key, { team: 'Blue', name: 'Bob', scopes: ['prune'] });
      expect(made.status).toBe(201);
      for (const team of ['Red', red, 'nobody']) {
        const refused = await call('POST', '/v1/keys', key, { team, name: 'Bob', scopes: ['prune'] });
        expect(refused).toMatchObject({ status: 403, body: { detail: 'Forbidden' } });
      }
      expect((await call('GET', '/v1/keys', key)).body.keys).toHaveLength(2);
      expect((await call('GET', '/v1/teams', key)).body.teams).toMatchObject([{ id: blue }]);
      expect((await call('DELETE', `/v1/keys/${theirs.id}`, key)).status).toBe(404);
      expect((await prune(theirs.key)).status).toBe(200);
      expect((await call('DELETE', `/v1/keys/${made.body.id}`, key)).status).toBe(204);
      expect((await call('POST', '/v1/teams', key, { name: 'Mine' })).status).toBe(403);
      expect((await call('PATCH', `/v1/teams/${blue}`, key, { monthly_quota_bytes: null })).status).toBe(403);
      expect((await prune(key)).status).toBe(403);
    });

    test('bad bodies are told what is allowed', async () => {
      await aTeam('Blue');
      const bad: [string, object, string][] = [
        ['/v1/teams', {}, 'name'],
        ['/v1/teams', { name: '  ' }, 'name'],
        ['/v1/teams', { name: 'x'.repeat(101) }, 'name'],
        ['/v1/teams', { name: 'a\nb' }, 'name'],
        // UTF-8 cannot encode half a surrogate pair, so the stored name would differ from the one in the answer.
        ['/v1/teams', { name: 'a\ud800' }, 'name'],
        ['/v1/teams', { name: 'b', monthly_quota_bytes: 0 }, 'monthly_quota_bytes'],
        ['/v1/keys', { team: 'Blue', name: 'a', scopes: [] }, 'scopes'],
        ['/v1/keys', { team: 'Blue', name: 'a', scopes: ['root'] }, 'scopes'],
        ['/v1/keys', { team: 'Blue', name: 'a', scopes: ['prune'], expires_at: 'tomorrow' }, 'expires_at'],
        ['/v1/keys', { team: 'Blue', name: 'a', scopes: ['prune'], expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
        ['/v1/keys', { team: 'Blue', name: 'a', scopes: ['prune'], rate_per_minute: 1.5 }, 'rate_per_minute'],
      ];
      for (const [path, body, field] of bad) {
        const answer = await call('POST', path, ADMIN, body);
        expect([path, body, answer.status]).toEqual([path, body, 422]);
        expect(answer.body.detail[0]).toMatchObject({
          loc: expect.arrayContaining(['body', field]),
          msg: expect.any(String),
        });
      }
      expect((await call('POST', '/v1/teams', ADMIN, { name: 'Blue' })).status).toBe(409);
      expect((await call('POST', '/v1/keys', ADMIN, { team: 'nobody', name: 'a', scopes: ['prune'] })).status).toBe(
        404,
      );
      expect((await call('DELETE', '/v1/keys/nobody', ADMIN)).status).toBe(404);
    });

    test("a key's rate: 429 says when, and other keys are not held up", async () => {
      const team = await aTeam('Blue');
      const { key } = await aKey(team, { rate_per_minute: 2 });
      const other = await aKey(team);
      expect([(await prune(key)).status, (await prune(key)).status]).toEqual([200, 200]);
      const refused = await prune(key);
      expect(refused.status).toBe(429);
      expect(refused.headers.get('retry-after')).toBe('30');
      expect((await prune(other.key)).status).toBe(200);
      clock += 30_000;
      expect((await prune(key)).status).toBe(200);
    });

    test("a key's own body limit", async () => {
      const { key } = await aKey(await aTeam('Blue'), { max_body_bytes: 20 });
      expect(await prune(key)).toMatchObject({ status: 413, body: { detail: expect.stringContaining('20 bytes') } });
    });

    test("a team's monthly quota holds until the next month", async () => {
      const team = await aTeam('Blue');
      const { key } = await aKey(team);
      expect((await call('PATCH', `/v1/teams/${team}`, ADMIN, { monthly_quota_bytes: 100 })).status).toBe(200);
      expect((await prune(key)).status).toBe(200);
      await database.query(
        "INSERT INTO quota_use VALUES (?, '2026-11', 90) ON CONFLICT (team_id, month) DO UPDATE SET input_bytes = 90",
        team,
      );
      const refused = await prune(key);
      expect(refused).toMatchObject({ status: 429, body: { detail: expect.stringContaining('100 input bytes') } });
      expect(Number(refused.headers.get('retry-after'))).toBe((Date.UTC(2026, 11, 1) - NOON) / 1000);
      const streamed = new Blob([JSON.stringify({ query: 'why', code: 'x'.repeat(50) })]).stream();
      const init = { method: 'POST', body: streamed, duplex: 'half', headers: { authorization: `Bearer ${key}` } };
      expect((await app.request('/prune', init as RequestInit)).status).toBe(429);
      clock = Date.UTC(2026, 11, 1);
      expect((await prune(key)).status).toBe(200);
    });

    test('a month was used up over and over where its use was not written yet, by MCP', async () => {
      const team = await aTeam('Blue');
      const { key } = await aKey(team);
      await call('PATCH', `/v1/teams/${team}`, ADMIN, { monthly_quota_bytes: 400 });
      const args = { text: 'why\nno\nno\n', context_focus_question: 'why' };
      const params = { name: 'prune_text', arguments: args };
      const ask = () => call('POST', '/mcp', key, { jsonrpc: '2.0', id: 1, method: 'tools/call', params });
      const statuses = [await ask(), await ask(), await ask(), await ask()].map(({ status }) => status);
      expect(statuses).toEqual([200, 200, 429, 429]);
    });

    test('sixty calls of /mcp at once overshot a quota by more than one request', async () => {
      const team = await aTeam('Blue');
      const { key } = await aKey(team);
      const args = { text: 'why\nno\nno\n', context_focus_question: 'why' };
      const params = { name: 'prune_text', arguments: args };
      const ask = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
      const bytes = JSON.stringify(ask).length;
      await call('PATCH', `/v1/teams/${team}`, ADMIN, { monthly_quota_bytes: bytes * 10 });
      const answers = await Promise.all(Array.from({ length: 60 }, () => call('POST', '/mcp', key, ask)));
      expect(answers.map(({ status }) => status).filter((status) => status !== 429)).toEqual(Array(10).fill(200));
    });

    test('requests under way count against the quota too', async () => {
      const team = await aTeam('Blue');
      const { key } = await aKey(team);
      const size = JSON.stringify({ query: 'why', code: 'why\nno\nno\nno\n' }).length;
      await call('PATCH', `/v1/teams/${team}`, ADMIN, { monthly_quota_bytes: size * 3 });
      let inside = 0;
      let release = (): void => {};
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      const pruner = {
        prune: async (request: PruneRequest) => {
          if (++inside === 3) release();
          await released;
          return stubPruner().prune(request);
        },
      };
      start({ engine: { pruner, backend: 'stub', version: 'stub' }, cacheBytes: 0 });
      const body = (i: number) => ({ query: 'why', code: `why\nno\nno\nn${i}\n` });
      const init = (i: number) => {
        const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
        return { method: 'POST', headers, body: JSON.stringify(body(i)) };
      };
      const answers = await Promise.all(Array.from({ length: 8 }, (_, i) => app.request('/prune', init(i))));
      const statuses = answers.map(({ status }) => status).sort();
      expect(statuses).toEqual([200, 200, 200, 429, 429, 429, 429, 429]);
    });

    test('a failed call of prune_text stands in the ledger', async () => {
      const { key } = await aKey(await aTeam('Blue'));
      const pruner = { prune: async () => ({ ok: false, code: 'timeout', message: 'too late' }) as const };
      const ledger = createLedger({ store: createSqlLedger(database), now: () => clock });
      start({ engine: { pruner, backend: 'stub', version: 'stub' }, ledger });
      const params = { name: 'prune_text', arguments: { text: 'a\nb\nc', context_focus_question: 'b' } };
      await call('POST', '/mcp', key, { jsonrpc: '2.0', id: 1, method: 'tools/call', params });
      await call('POST', '/mcp', key, { jsonrpc: '2.0', id: 2, method: 'ping' });
      await ledger.flush();
      const { rows } = await database.query(
        "SELECT tool, outcome, CASE WHEN bytes_in > 0 THEN 1 ELSE 0 END AS charged FROM usage WHERE period = 'day'",
      );
      expect(rows).toEqual([{ tool: 'prune_text', outcome: 'engine_timeout', charged: 1 }]);
    });

    test('the key is checked before the body is read', async () => {
      let pulled = 0;
      const body = new ReadableStream<Uint8Array>({ pull: () => new Promise(() => pulled++) }, { highWaterMark: 0 });
      const init = { method: 'POST', body, duplex: 'half', headers: { 'content-type': 'application/json' } };
      expect((await app.request('/prune', init as RequestInit)).status).toBe(401);
      expect(pulled).toBeLessThanOrEqual(1);
    });

    test('while the database fails, known keys prune on, and management says so without a stack', async () => {
      const { key } = await aKey(await aTeam('Blue'));
      const stranger = await aKey('Blue');
      expect((await prune(key)).status).toBe(200);
      const broken: SqlDatabase = {
        dialect: 'sqlite',
        query: () => Promise.reject(new Error('disk I/O error in /secret/path')),
        lookup: () => Promise.reject(new Error('disk I/O error in /secret/path')),
        report: () => Promise.reject(new Error('disk I/O error in /secret/path')),
        batch: () => Promise.reject(new Error('disk I/O error in /secret/path')),
        close: () => {},
      };
      const real = { ...database };
      Object.assign(database, broken);
      expect((await prune(key)).status).toBe(200);
      const unknown = await prune(stranger.key);
      expect(unknown).toMatchObject({ status: 503, body: { detail: 'Keys cannot be checked right now' } });
      expect(unknown.headers.get('retry-after')).toBe('5');
      const listed = await call('GET', '/v1/keys', ADMIN);
      expect(listed.status).toBeGreaterThanOrEqual(500);
      expect(JSON.stringify([listed.body, events])).not.toContain('secret/path');
      Object.assign(database, real);
      expect((await prune(stranger.key)).status).toBe(200);
    });

    test('a key that was revoked stays out while the database fails', async () => {
      const { id, key } = await aKey(await aTeam('Blue'));
      expect((await prune(key)).status).toBe(200);
      expect((await call('DELETE', `/v1/keys/${id}`, ADMIN)).status).toBe(204);
      const { query, lookup } = database;
      const fail = () => Promise.reject(new Error('disk I/O error'));
      Object.assign(database, { query: fail, lookup: fail });
      expect((await prune(key)).status).toBe(503);
      Object.assign(database, { query, lookup });
      expect((await prune(key)).status).toBe(401);
    });

    test('without keys: localhost is answered, other names and management are not', async () => {
      start({ adminKey: undefined });
      expect((await prune()).status).toBe(200);
      for (const host of ['127.0.0.1', '[::1]', 'localhost']) {
        expect((await prune(undefined, `http://${host}:8000/prune`)).status).toBe(200);
      }
      for (const host of ['rebound.example', '127.0.0.1.example', '10.0.0.1']) {
        expect((await prune(undefined, `http://${host}:8000/prune`)).status).toBe(403);
      }
      expect((await call('POST', '/v1/teams', undefined, { name: 'Blue' })).status).toBe(403);
    });

    test('without keys, where that is not allowed: 503 says what to do, health answers', async () => {
      start({ adminKey: undefined, keyless: 'refuse' });
      const refused = await prune();
      expect(refused).toMatchObject({ status: 503, body: { detail: expect.stringContaining('PRUNER_ADMIN_KEY') } });
      expect((await call('GET', '/health')).status).toBe(200);
    });

    test('keys in the database are enough to need one', async () => {
      const { key } = await aKey(await aTeam('Blue'));
      start({ adminKey: undefined });
      expect((await prune()).status).toBe(401);
      expect((await prune(key)).status).toBe(200);
    });
  });
}

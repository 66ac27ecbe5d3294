import { afterAll, describe, expect, test } from 'vitest';
import { withClock } from '../../../src/storage/database-clock.ts';
import { createSqlAudit } from '../../../src/teams/keys/sql-audit.ts';
import { createSqlEndedSessions } from '../../../src/teams/keys/sql-ended-sessions.ts';
import { createApp } from '../../../worker/app/app.ts';
import type { WorkerEvent } from '../../../worker/http/events/worker-event.ts';
import { EVERY_DATABASE, openMigrated } from '../../support/databases.ts';

const ADMIN = 'the-administrators-secret-of-32-characters';

for (const make of EVERY_DATABASE) {
  const databases = make();
  describe(databases.name, () => {
    afterAll(() => databases.dispose());

    test('who did what to which team and key is logged, stored, read back and never changed', async () => {
      const database = await openMigrated(databases);
      const events: WorkerEvent[] = [];
      const app = createApp({ database, adminKey: ADMIN, clock: () => 42, log: (event) => events.push(event) });
      const send = async (method: string, path: string, key: string, body?: object) => {
        const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
        const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
        const answer = await app.request(path, init, { address: () => '203.0.113.9' });
        return answer.status === 204 ? {} : ((await answer.json()) as Record<string, string>);
      };
      const { id: team } = await send('POST', '/v1/teams', ADMIN, { name: 'Blue' });
      const first = await send('POST', '/v1/keys', ADMIN, { team: 'Blue', name: 'Ada', scopes: ['admin'] });
      const more = { team: 'Blue', name: 'More', scopes: ['prune'] };
      const second = await send('POST', '/v1/keys', first['key'] ?? '', more);
      const third = await send('POST', `/v1/keys/${second['id']}/renew`, ADMIN, { overlap_hours: 1 });
      await send('DELETE', `/v1/keys/${second['id']}`, first['key'] ?? '');
      await send('PATCH', `/v1/teams/${team}`, ADMIN, { name: 'Azure', monthly_quota_bytes: 5 });
      const read = async (query: string, key = ADMIN) => {
        const answer = await app.request(`/v1/audit${query}`, { headers: { authorization: `Bearer ${key}` } });
        const lines = (await answer.text()).split('\n').filter(Boolean);
        return { answer, entries: lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
      };
      const { answer, entries } = await read('');
      expect([answer.headers.get('content-type'), answer.headers.get('link')]).toEqual(['application/jsonl', null]);
      const own = { time: '1970-01-01T00:00:00.042Z', address: '203.0.113.9', request_id: expect.any(String) };
      const root = { ...own, by_team: 'root', by_key: 'root' };
      const ada = { ...own, team, by_team: team, by_key: first['id'] };
      expect(entries.toReversed()).toMatchObject([
        { ...root, team, action: 'team.created', about: { name: 'Blue' } },
        { ...root, team, action: 'key.created', key: first['id'], about: { scopes: ['admin'], beyond: [] } },
        { ...ada, action: 'key.created', key: second['id'], about: { scopes: ['prune'], beyond: ['prune'] } },
        { ...root, action: 'key.renewed', key: second['id'], about: { by: third['id'] } },
        { ...ada, action: 'key.revoked', key: second['id'] },
        { ...root, team, action: 'team.changed', about: { name: ['Blue', 'Azure'], monthlyQuotaBytes: [null, 5] } },
      ]);
      expect(events.filter(({ event }) => event === 'audit')).toHaveLength(6);
      expect(JSON.stringify([entries, events])).not.toContain(second['key']?.slice(-20));
      const page = await read('?limit=2');
      const next = /^<\/v1\/audit(\?[^>]+)>; rel="next"$/.exec(page.answer.headers.get('link') ?? '')?.[1];
      expect((await read(next ?? '')).entries).toEqual(entries.slice(2, 4));
      expect((await read('?team=Azure', first['key'])).entries).toHaveLength(6);
      expect((await read('?team=Red', first['key'])).answer.status).toBe(403);
      expect((await read('?from=yesterday')).answer.status).toBe(422);
      expect((await read('?from=1970-01-01T00:00:01Z')).entries).toEqual([]);
      await expect(database.query("UPDATE audit SET by_key = 'somebody'")).rejects.toThrow();
    });

    test('entries of earlier versions are read, and old ones are deleted', async () => {
      let at = 1_000;
      const database = withClock(await openMigrated(databases), () => at);
      const earlier = `INSERT INTO audit (at, action, by_team, by_key, team, key, scopes, beyond)
        VALUES (1, 'key.created', 'root', 'root', 'blue', 'k', '["prune"]', '[]')`;
      await database.query(earlier);
      const trail = createSqlAudit(database, 2_000);
      const all = { from: 0, to: 1e15, limit: 10 };
      expect(await trail.read(all)).toMatchObject([
        { at: 1, key: 'k', address: null, requestId: '', about: { scopes: ['prune'], beyond: [] } },
      ]);
      await trail.expire();
      expect(await trail.read(all)).toHaveLength(1);
      at = 2_002;
      await trail.expire();
      expect(await trail.read(all)).toEqual([]);
    });

    test('a team is deleted with all that it owns, once its name confirms it', async () => {
      const database = await openMigrated(databases);
      const app = createApp({ database, adminKey: ADMIN, words: databases.words });
      const send = (method: string, path: string, key: string, body?: object) =>
        app.request(path, {
          method,
          headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
          ...(body && { body: JSON.stringify(body) }),
        });
      const team = (await (await send('POST', '/v1/teams', ADMIN, { name: 'Blue Sky' })).json()) as { id: string };
      const made = await send('POST', '/v1/keys', ADMIN, { team: team.id, name: 'Ada', scopes: ['prune', 'context'] });
      const { key } = (await made.json()) as { key: string };
      const segments = [{ segment_id: 's', text: 'the delay is 5 ms', type: 'log' }];
      const stash = { name: 'context_stash', arguments: { project_id: 'p', segments } };
      await send('POST', '/mcp', key, { jsonrpc: '2.0', id: 1, method: 'tools/call', params: stash });
      const [scope] = [team.id];
      await database.query(
        `INSERT INTO artifacts VALUES ('${scope}', 'd', 'i', 'ax://d/i', '${scope}/b', 'text/plain', 1, 1, 9e15, 1)`.replace(
          '9e15',
          '9000000000000000',
        ),
      );
      const count = async (): Promise<readonly number[]> => {
        const tables = ['teams', 'keys', 'artifacts', 'context_projects', 'context_segments', 'context_texts'];
        const found = await Promise.all(tables.map((table) => database.query(`SELECT count(*) AS n FROM ${table}`)));
        return found.map(({ rows }) => Number(rows[0]?.['n']));
      };
      expect(await count()).toEqual([1, 1, 1, 1, 1, 1]);
      const refused = await send('DELETE', `/v1/teams/${team.id}?confirm=Blue`, ADMIN);
      expect([refused.status, await refused.json()]).toMatchObject([
        409,
        { detail: expect.stringContaining('Blue%20Sky') },
      ]);
      expect((await send('DELETE', `/v1/teams/${team.id}?confirm=Blue%20Sky`, key)).status).toBe(403);
      expect((await send('DELETE', `/v1/teams/${team.id}?confirm=Blue%20Sky`, ADMIN)).status).toBe(204);
      expect(await count()).toEqual([0, 0, 0, 0, 0, 0]);
      expect((await send('POST', '/prune', key, { query: 'a', code: 'b' })).status).toBe(401);
      const trail = await (await send('GET', `/v1/audit?team=${team.id}`, ADMIN)).text();
      expect(trail).toContain('team.deleted');
    });

    test('a session that was ended is so until it would have ended, and its value is stored nowhere', async () => {
      const database = await openMigrated(databases);
      let at = 0;
      const sessions = createSqlEndedSessions(withClock(database, () => at));
      await sessions.end('the-session', 100);
      await sessions.end('the-session', 100);
      expect([await sessions.has('the-session'), await sessions.has('another')]).toEqual([true, false]);
      expect(JSON.stringify((await database.query('SELECT * FROM ended_sessions')).rows)).not.toContain('the-session');
      at = 100;
      await sessions.end('another', 200);
      expect([await sessions.has('the-session'), await sessions.has('another')]).toEqual([false, true]);
    });
  });
}

import { afterAll, describe, expect, test } from 'vitest';
import { withClock } from '../../../src/storage/database-clock.ts';
import { createSqlEndedSessions } from '../../../src/teams/keys/sql-ended-sessions.ts';
import { createApp } from '../../../worker/app/app.ts';
import type { WorkerEvent } from '../../../worker/http/events/worker-event.ts';
import { EVERY_DATABASE, openMigrated } from '../../support/databases.ts';

const ADMIN = 'the-administrators-secret-of-32-characters';

for (const make of EVERY_DATABASE) {
  const databases = make();
  describe(databases.name, () => {
    afterAll(() => databases.dispose());

    test('who made and revoked which key is logged and stored', async () => {
      const database = await openMigrated(databases);
      const events: WorkerEvent[] = [];
      const app = createApp({ database, adminKey: ADMIN, clock: () => 42, log: (event) => events.push(event) });
      const send = async (method: string, path: string, key: string, body?: object) => {
        const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
        const answer = await app.request(path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
        return answer.status === 204 ? {} : ((await answer.json()) as Record<string, string>);
      };
      const team = await send('POST', '/v1/teams', ADMIN, { name: 'Blue' });
      const first = await send('POST', '/v1/keys', ADMIN, { team: 'Blue', name: 'Ada', scopes: ['admin'] });
      const more = { team: 'Blue', name: 'More', scopes: ['prune'] };
      const second = await send('POST', '/v1/keys', first['key'] ?? '', more);
      await send('DELETE', `/v1/keys/${second['id']}`, first['key'] ?? '');
      const { rows } = await database.query('SELECT * FROM audit ORDER BY id');
      const own = { at: 42, team: team['id'] };
      expect(rows).toMatchObject([
        { ...own, action: 'key.created', by_team: 'root', by_key: 'root', key: first['id'], beyond: '[]' },
        {
          ...own,
          action: 'key.created',
          by_team: team['id'],
          by_key: first['id'],
          key: second['id'],
          beyond: '["prune"]',
        },
        { ...own, action: 'key.revoked', by_key: first['id'], key: second['id'] },
      ]);
      const audits = events.filter(({ event }) => event === 'audit');
      expect(audits).toMatchObject([
        { beyond: [] },
        { beyond: ['prune'], scopes: ['prune'] },
        { action: 'key.revoked' },
      ]);
      expect(JSON.stringify([rows, audits])).not.toContain(second['key']?.slice(-20));
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

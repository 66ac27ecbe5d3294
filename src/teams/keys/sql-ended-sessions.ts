import { NOW } from '../../storage/database-clock.ts';
import { type SqlDatabase, sql } from '../../storage/sql-database.ts';
import { hashSecret } from './api-key.ts';
import type { EndedSessions } from './ended-sessions.ts';

/** Stores ended sessions in a migrated database by hash. The cookie itself is stored nowhere. */
export function createSqlEndedSessions(database: SqlDatabase): EndedSessions {
  return {
    async end(session, until) {
      const hash = await hashSecret(session);
      await database.batch([
        sql(`DELETE FROM ended_sessions WHERE expires_at <= ${NOW}`),
        sql('INSERT INTO ended_sessions (hash, expires_at) VALUES (?, ?) ON CONFLICT DO NOTHING', hash, until),
      ]);
    },
    async has(session) {
      const find = 'SELECT 1 FROM ended_sessions WHERE hash = ?';
      return (await database.query(find, await hashSecret(session))).rows.length > 0;
    },
  };
}

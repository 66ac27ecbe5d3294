import { NOW } from '../../storage/database-clock.ts';
import { type SqlDatabase, sql } from '../../storage/sql-database.ts';
import type { Directory } from './directory.ts';
import { conditionOf, idOfRow, toScopes } from './key-rows.ts';
import { SCOPES } from './scope.ts';

/** Stores people beside the keys, as ones that have no secret. */
export function createSqlPeople(database: SqlDatabase): Pick<Directory, 'enterPerson' | 'restorePerson'> {
  return {
    async enterPerson({ id, teamId, name, role, scopes }) {
      const unfit = role === 'root' ? [] : SCOPES.filter((scope) => !scopes.includes(scope));
      const [revoked, entered] = await database.batch([
        // First, while the former team is known.
        sql(
          `UPDATE keys SET revoked_at = ${NOW} WHERE owner = ? AND revoked_at IS NULL AND role IS NULL
             AND (team_id <> ? AND (? <> 'root' OR team_id = (SELECT team_id FROM keys WHERE id = ?))
               ${unfit.map((scope) => `OR scopes LIKE '%${scope}%'`).join(' ')})
             AND EXISTS (SELECT 1 FROM teams WHERE teams.id = ?) RETURNING id`,
          ...[id, teamId, role, id, teamId],
        ),
        // No secret has an empty hash. Whoever was removed before the team was deleted is listed as removed again.
        sql(
          `INSERT INTO keys (id, team_id, name, hash, scopes, owner, role, created_at, revoked_at)
           SELECT ?, teams.id, ?, '', ?, ?, ?, ${NOW},
             CASE WHEN EXISTS (SELECT 1 FROM removed_people WHERE removed_people.id = ?) THEN ${NOW} END
           FROM teams WHERE teams.id = ?
           ON CONFLICT (id) DO UPDATE SET team_id = excluded.team_id, name = excluded.name, scopes = excluded.scopes,
             role = excluded.role, expires_at = NULL, renewed_by = NULL WHERE keys.revoked_at IS NULL
           RETURNING revoked_at, created_at`,
          ...[id, name, toScopes(scopes), id, role, id, teamId],
        ),
      ]);
      const [row] = entered?.rows ?? [];
      if (row?.['revoked_at'] !== null) return undefined;
      return { since: Number(row['created_at']), revoked: (revoked?.rows ?? []).map(idOfRow) };
    },

    async restorePerson(id, of = {}) {
      const { where, params } = conditionOf(of);
      // Sessions from before stay ended.
      const [restored] = await database.batch([
        sql(
          `UPDATE keys SET revoked_at = NULL, created_at = ${NOW}
           WHERE id = ? AND role IS NOT NULL AND revoked_at IS NOT NULL AND ${where}`,
          ...[id, ...params],
        ),
        sql(
          'DELETE FROM removed_people WHERE id = ? AND EXISTS (SELECT 1 FROM keys WHERE keys.id = ? AND revoked_at IS NULL)',
          id,
          id,
        ),
      ]);
      return (restored?.changes ?? 0) > 0;
    },
  };
}

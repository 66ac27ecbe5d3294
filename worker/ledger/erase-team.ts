import { type SqlDatabase, sql } from '../../src/storage/sql-database.ts';

/** Deletes what a team has stored: cached answers at once, artifacts and context by `sweeps`, as if they had expired. */
export async function eraseTeam(
  database: SqlDatabase,
  team: string,
  sweeps: readonly ((() => Promise<void>) | undefined)[],
): Promise<void> {
  await database.batch([
    sql('DELETE FROM answers WHERE scope = ?', team),
    sql('UPDATE artifacts SET expires_at = 0 WHERE scope = ?', team),
    sql('UPDATE context_projects SET latest = 0 WHERE scope = ?', team),
  ]);
  for (const sweep of sweeps) await sweep?.();
}

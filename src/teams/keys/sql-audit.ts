import type { SqlDatabase } from '../../storage/sql-database.ts';
import type { AuditEntry } from './audit.ts';

/** Writes an audit entry to a migrated database. Rejects with a `SqlError`. */
export async function writeAudit(database: SqlDatabase, at: number, entry: AuditEntry): Promise<void> {
  const { action, byTeam, byKey, team, key, scopes, beyond } = entry;
  await database.query(
    'INSERT INTO audit (at, action, by_team, by_key, team, key, scopes, beyond) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    ...[at, action, byTeam, byKey, team, key, JSON.stringify(scopes), JSON.stringify(beyond)],
  );
}

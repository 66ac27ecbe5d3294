import type { Migration } from '../migration.ts';

/**
 * Sessions of the dashboard that somebody signed out of, by hash, until they would have ended. And who made or revoked
 * which key: `beyond` names, as JSON, what the new key may do that its maker may not.
 */
export const sessionsAndAudit: Migration = {
  name: '0007_sessions_and_audit.sql',
  statements: [
    `CREATE TABLE ended_sessions (
  hash TEXT PRIMARY KEY,
  expires_at INTEGER NOT NULL
) WITHOUT ROWID`,
    `CREATE TABLE audit (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  action TEXT NOT NULL,
  by_team TEXT NOT NULL,
  by_key TEXT NOT NULL,
  team TEXT,
  key TEXT NOT NULL,
  scopes TEXT NOT NULL,
  beyond TEXT NOT NULL
)`,
    'CREATE INDEX audit_by_team ON audit (team, at)',
  ],
};

import type { Migration } from '../migration.ts';

/**
 * Adds dashboard sessions that were signed out, by hash, until their expiry. Also adds an audit trail of who made or
 * revoked which key. `beyond` lists, as JSON, rights of the new key that its maker lacks.
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

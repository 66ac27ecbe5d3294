import type { Migration } from '../migration.ts';

/**
 * Tables of teams, keys, usage and cached answers. Times are milliseconds since 1970 (UTC). Ledger rows hold '' for a
 * missing kind, engine or cache result, since NULLs are never equal in a primary key.
 */
export const teamsAndLedger: Migration = {
  name: '0001_teams_and_ledger.sql',
  statements: [
    `CREATE TABLE teams (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  monthly_quota_bytes INTEGER,
  created_at INTEGER NOT NULL
)`,
    `CREATE TABLE keys (
  id TEXT PRIMARY KEY,
  team_id TEXT NOT NULL REFERENCES teams (id),
  name TEXT NOT NULL,
  hash TEXT NOT NULL,
  scopes TEXT NOT NULL,
  max_body_bytes INTEGER,
  rate_per_minute INTEGER,
  created_at INTEGER NOT NULL,
  expires_at INTEGER,
  revoked_at INTEGER,
  last_used_at INTEGER
)`,
    'CREATE INDEX keys_by_team ON keys (team_id, created_at)',
    `CREATE TABLE quota_use (
  team_id TEXT NOT NULL,
  month TEXT NOT NULL,
  input_bytes INTEGER NOT NULL,
  PRIMARY KEY (team_id, month)
) WITHOUT ROWID`,
    `CREATE TABLE ledger_batches (
  id TEXT PRIMARY KEY,
  at INTEGER NOT NULL
) WITHOUT ROWID`,
    `CREATE TABLE usage (
  period TEXT NOT NULL CHECK (period IN ('hour', 'day')),
  team_id TEXT NOT NULL,
  start INTEGER NOT NULL,
  key_id TEXT NOT NULL,
  tool TEXT NOT NULL,
  kind TEXT NOT NULL,
  engine TEXT NOT NULL,
  cache TEXT NOT NULL,
  outcome TEXT NOT NULL,
  requests INTEGER NOT NULL,
  bytes_in INTEGER NOT NULL,
  tokens_in INTEGER NOT NULL,
  tokens_out INTEGER NOT NULL,
  duration_ms REAL NOT NULL,
  PRIMARY KEY (period, team_id, start, key_id, tool, kind, engine, cache, outcome)
) WITHOUT ROWID`,
    `CREATE TABLE latency (
  period TEXT NOT NULL CHECK (period IN ('hour', 'day')),
  team_id TEXT NOT NULL,
  start INTEGER NOT NULL,
  key_id TEXT NOT NULL,
  engine TEXT NOT NULL,
  bucket INTEGER NOT NULL,
  requests INTEGER NOT NULL,
  PRIMARY KEY (period, team_id, start, key_id, engine, bucket)
) WITHOUT ROWID`,
    `CREATE TABLE secrets (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) WITHOUT ROWID`,
    `CREATE TABLE answers (
  scope TEXT NOT NULL,
  key TEXT NOT NULL,
  value TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  PRIMARY KEY (scope, key)
) WITHOUT ROWID`,
    'CREATE INDEX answers_by_expiry ON answers (expires_at)',
  ],
};

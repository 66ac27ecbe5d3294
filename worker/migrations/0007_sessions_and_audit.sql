-- Made by `pnpm migrations` from src/storage/migrations.
CREATE TABLE ended_sessions (
  hash TEXT PRIMARY KEY,
  expires_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE audit (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  action TEXT NOT NULL,
  by_team TEXT NOT NULL,
  by_key TEXT NOT NULL,
  team TEXT,
  key TEXT NOT NULL,
  scopes TEXT NOT NULL,
  beyond TEXT NOT NULL
);
CREATE INDEX audit_by_team ON audit (team, at);

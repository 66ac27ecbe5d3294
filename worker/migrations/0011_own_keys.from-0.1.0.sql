-- Made by `pnpm migrations` from src/storage/migrations.
ALTER TABLE teams ADD COLUMN archived_at INTEGER;
ALTER TABLE teams ADD COLUMN member_scopes TEXT;
ALTER TABLE teams ADD COLUMN member_key_days INTEGER;
ALTER TABLE teams ADD COLUMN member_keys INTEGER;
ALTER TABLE keys ADD COLUMN owner TEXT;
ALTER TABLE keys ADD COLUMN renewed_by TEXT;
CREATE INDEX keys_by_expiry ON keys (expires_at);
ALTER TABLE audit ADD COLUMN address TEXT;
ALTER TABLE audit ADD COLUMN request_id TEXT;
ALTER TABLE audit ADD COLUMN about TEXT;
CREATE INDEX audit_by_time ON audit (at);
CREATE TABLE notices (
  name TEXT PRIMARY KEY,
  at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TRIGGER audit_is_kept BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, 'entries of the audit trail never change'); END;

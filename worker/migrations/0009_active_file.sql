-- Made by `pnpm migrations` from src/storage/migrations.
CREATE TABLE context_projects (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  scope TEXT NOT NULL,
  name TEXT NOT NULL,
  current_task TEXT,
  collections INTEGER NOT NULL DEFAULT 0,
  latest INTEGER NOT NULL DEFAULT 0,
  changes INTEGER NOT NULL DEFAULT 0,
  removed INTEGER NOT NULL DEFAULT 0,
  active_file TEXT,
  UNIQUE (scope, name)
);
CREATE TABLE context_texts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  scope TEXT NOT NULL,
  hash TEXT NOT NULL,
  tokens INTEGER NOT NULL,
  bytes INTEGER NOT NULL DEFAULT 0,
  UNIQUE (scope, hash)
);
CREATE TABLE context_text_parts (
  text_id INTEGER NOT NULL REFERENCES context_texts (id) ON DELETE CASCADE,
  n INTEGER NOT NULL,
  part TEXT NOT NULL,
  PRIMARY KEY (text_id, n)
);
CREATE TABLE context_segments (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  project INTEGER NOT NULL REFERENCES context_projects (id),
  segment TEXT NOT NULL,
  tier TEXT NOT NULL CHECK (tier IN ('working', 'stashed', 'archive')),
  type TEXT NOT NULL,
  task TEXT,
  created_at INTEGER NOT NULL,
  touched_at INTEGER NOT NULL,
  pinned INTEGER NOT NULL,
  entered INTEGER NOT NULL,
  file TEXT,
  from_line INTEGER,
  to_line INTEGER,
  tags TEXT NOT NULL,
  topic TEXT,
  tokens INTEGER NOT NULL,
  held TEXT NOT NULL,
  text_id INTEGER NOT NULL REFERENCES context_texts (id),
  preview TEXT NOT NULL,
  batch TEXT NOT NULL,
  changed INTEGER NOT NULL DEFAULT 0,
  UNIQUE (project, segment)
);
CREATE INDEX context_segments_by_tier ON context_segments (project, tier, touched_at);
CREATE INDEX context_segments_by_file ON context_segments (project, file);
CREATE INDEX context_segments_by_text ON context_segments (text_id);
CREATE INDEX context_segments_by_age ON context_segments (touched_at);
CREATE VIRTUAL TABLE context_words USING fts5 (
  place, text, parts, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2'
);
CREATE TABLE context_snapshots (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  project INTEGER NOT NULL REFERENCES context_projects (id),
  snapshot TEXT NOT NULL,
  task TEXT NOT NULL,
  name TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  UNIQUE (project, snapshot)
);
CREATE TABLE context_snapshot_segments (
  snapshot INTEGER NOT NULL REFERENCES context_snapshots (id) ON DELETE CASCADE,
  segment TEXT NOT NULL,
  type TEXT NOT NULL,
  task TEXT,
  created_at INTEGER NOT NULL,
  touched_at INTEGER NOT NULL,
  pinned INTEGER NOT NULL,
  entered INTEGER NOT NULL,
  file TEXT,
  from_line INTEGER,
  to_line INTEGER,
  tags TEXT NOT NULL,
  topic TEXT,
  tokens INTEGER NOT NULL,
  held TEXT NOT NULL,
  text_id INTEGER NOT NULL REFERENCES context_texts (id),
  preview TEXT NOT NULL,
  PRIMARY KEY (snapshot, segment)
);
CREATE INDEX context_snapshot_segments_by_text ON context_snapshot_segments (text_id);
CREATE INDEX context_segments_by_change ON context_segments (project, changed);
CREATE TRIGGER context_segments_added AFTER INSERT ON context_segments BEGIN
  UPDATE context_projects SET changes = changes + 1 WHERE id = new.project;
  UPDATE context_segments SET changed = (SELECT changes FROM context_projects WHERE id = new.project) WHERE id = new.id;
END;
CREATE TRIGGER context_segments_changed
AFTER UPDATE OF tier, task, created_at, touched_at, pinned, entered, held ON context_segments BEGIN
  UPDATE context_projects SET changes = changes + 1 WHERE id = new.project;
  UPDATE context_segments SET changed = (SELECT changes FROM context_projects WHERE id = new.project) WHERE id = new.id;
END;
CREATE TRIGGER context_segments_removed AFTER DELETE ON context_segments BEGIN
  UPDATE context_projects SET changes = changes + 1, removed = changes + 1 WHERE id = old.project;
END;
CREATE INDEX context_texts_by_size ON context_texts (scope, bytes);
CREATE TABLE teams (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  monthly_quota_bytes INTEGER,
  created_at INTEGER NOT NULL
);
CREATE TABLE keys (
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
);
CREATE INDEX keys_by_team ON keys (team_id, created_at);
CREATE TABLE quota_use (
  team_id TEXT NOT NULL,
  month TEXT NOT NULL,
  input_bytes INTEGER NOT NULL,
  PRIMARY KEY (team_id, month)
) WITHOUT ROWID;
CREATE TABLE ledger_batches (
  id TEXT PRIMARY KEY,
  at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE usage (
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
) WITHOUT ROWID;
CREATE TABLE latency (
  period TEXT NOT NULL CHECK (period IN ('hour', 'day')),
  team_id TEXT NOT NULL,
  start INTEGER NOT NULL,
  key_id TEXT NOT NULL,
  engine TEXT NOT NULL,
  bucket INTEGER NOT NULL,
  requests INTEGER NOT NULL,
  PRIMARY KEY (period, team_id, start, key_id, engine, bucket)
) WITHOUT ROWID;
CREATE TABLE secrets (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE answers (
  scope TEXT NOT NULL,
  key TEXT NOT NULL,
  value TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  PRIMARY KEY (scope, key)
) WITHOUT ROWID;
CREATE INDEX answers_by_expiry ON answers (expires_at);
CREATE TABLE artifacts (
  scope TEXT NOT NULL,
  domain TEXT NOT NULL,
  id TEXT NOT NULL,
  ref TEXT NOT NULL,
  body TEXT NOT NULL,
  mime_type TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  used_at INTEGER NOT NULL,
  PRIMARY KEY (scope, domain, id)
);
CREATE INDEX artifacts_by_age ON artifacts (scope, created_at DESC, ref);
CREATE INDEX artifacts_by_expiry ON artifacts (expires_at);
CREATE INDEX artifacts_by_size ON artifacts (scope, expires_at, bytes);
CREATE UNIQUE INDEX artifacts_by_body ON artifacts (body);
CREATE TABLE artifact_chunks (
  body TEXT NOT NULL,
  n INTEGER NOT NULL,
  bytes BLOB NOT NULL,
  PRIMARY KEY (body, n)
);
CREATE TABLE artifact_uploads (
  body TEXT PRIMARY KEY,
  at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX artifact_uploads_by_age ON artifact_uploads (at);
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

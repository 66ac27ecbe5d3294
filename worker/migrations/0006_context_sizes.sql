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

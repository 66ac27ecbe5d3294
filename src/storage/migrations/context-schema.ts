import type { Migration } from '../migration.ts';

/** Numbers each change of a row; `changes` is the number of the project's last one. */
const NUMBERED = `BEGIN
  UPDATE context_projects SET changes = changes + 1 WHERE id = new.project;
  UPDATE context_segments SET changed = (SELECT changes FROM context_projects WHERE id = new.project) WHERE id = new.id;
END`;

/**
 * Full text search of PostgreSQL, and triggers that number the changes of a statement once: the project's row would
 * otherwise have as many versions as rows change.
 */
const POSTGRES = [
  'CREATE TABLE context_words (rowid INTEGER PRIMARY KEY, project INTEGER NOT NULL, words TSVECTOR NOT NULL)',
  'CREATE INDEX context_words_by_project ON context_words (project)',
  'CREATE INDEX context_words_by_word ON context_words USING GIN (words)',
  `CREATE FUNCTION context_segments_number() RETURNS trigger LANGUAGE plpgsql AS $body$ BEGIN
  UPDATE context_projects SET changes = changes + 1 WHERE id IN (SELECT project FROM numbered);
  UPDATE context_segments SET changed = p.changes FROM context_projects AS p
    WHERE p.id = context_segments.project AND context_segments.id IN (SELECT id FROM numbered);
  RETURN NULL;
END $body$`,
  ...['INSERT', 'UPDATE'].map(
    (event) => `CREATE TRIGGER context_segments_after_${event.toLowerCase()} AFTER ${event} ON context_segments
  REFERENCING NEW TABLE AS numbered FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0)
  EXECUTE FUNCTION context_segments_number()`,
  ),
  `CREATE FUNCTION context_segments_forget() RETURNS trigger LANGUAGE plpgsql AS $body$ BEGIN
  UPDATE context_projects SET changes = changes + 1, removed = changes + 1 WHERE id IN (SELECT project FROM gone);
  RETURN NULL;
END $body$`,
  `CREATE TRIGGER context_segments_after_delete AFTER DELETE ON context_segments
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION context_segments_forget()`,
];

/**
 * Stores what agents put aside of their context. Segment rows are small, so that a working set is read without its
 * texts. Texts are stored by hash, in parts, since D1 takes 2 MB per value; `bytes` is the size of all of them, so that
 * a scope's size is known without reading its texts. `context_words` holds no texts either: part n of the segment with
 * id i is row 64·i + n. `place` is the project. `held` repeats a row's immutable fields as JSON, because thousands of
 * rows are read at once.
 *
 * Triggers track changes, so that a working set that was read before is updated incrementally. `removed` is the change
 * at which a row was last deleted. `active_file` was named by a platform, and every later call keeps its segments.
 */
const STATEMENTS = [
  `CREATE TABLE context_projects (
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
)`,
  `CREATE TABLE context_texts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  scope TEXT NOT NULL,
  hash TEXT NOT NULL,
  tokens INTEGER NOT NULL,
  bytes INTEGER NOT NULL DEFAULT 0,
  UNIQUE (scope, hash)
)`,
  `CREATE TABLE context_text_parts (
  text_id INTEGER NOT NULL REFERENCES context_texts (id) ON DELETE CASCADE,
  n INTEGER NOT NULL,
  part TEXT NOT NULL,
  PRIMARY KEY (text_id, n)
)`,
  `CREATE TABLE context_segments (
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
)`,
  'CREATE INDEX context_segments_by_tier ON context_segments (project, tier, touched_at)',
  'CREATE INDEX context_segments_by_file ON context_segments (project, file)',
  'CREATE INDEX context_segments_by_text ON context_segments (text_id)',
  'CREATE INDEX context_segments_by_age ON context_segments (touched_at)',
  `CREATE VIRTUAL TABLE context_words USING fts5 (
  place, text, parts, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2'
)`,
  `CREATE TABLE context_snapshots (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  project INTEGER NOT NULL REFERENCES context_projects (id),
  snapshot TEXT NOT NULL,
  task TEXT NOT NULL,
  name TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  UNIQUE (project, snapshot)
)`,
  `CREATE TABLE context_snapshot_segments (
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
)`,
  'CREATE INDEX context_snapshot_segments_by_text ON context_snapshot_segments (text_id)',
  'CREATE INDEX context_segments_by_change ON context_segments (project, changed)',
  `CREATE TRIGGER context_segments_added AFTER INSERT ON context_segments ${NUMBERED}`,
  `CREATE TRIGGER context_segments_changed
AFTER UPDATE OF tier, task, created_at, touched_at, pinned, entered, held ON context_segments ${NUMBERED}`,
  `CREATE TRIGGER context_segments_removed AFTER DELETE ON context_segments BEGIN
  UPDATE context_projects SET changes = changes + 1, removed = changes + 1 WHERE id = old.project;
END`,
  'CREATE INDEX context_texts_by_size ON context_texts (scope, bytes)',
];

/** Named after the last step of the builds before the first release, so that their databases are up to date. */
export const contextSchema: Required<Migration> = {
  name: '0009_active_file.sql',
  statements: STATEMENTS,
  postgres: [...STATEMENTS.filter((one) => !/^CREATE (VIRTUAL|TRIGGER)/.test(one)), ...POSTGRES],
};

import type { Migration } from '../migration.ts';

/**
 * Stores the whole of what was cut from answers, until it expires. A body is split into 256 KiB parts, since D1 takes 2
 * MB per row. `artifact_uploads` lists the bodies being written; a row that stays was left behind by a crash.
 */
export const artifacts: Migration = {
  name: '0002_artifacts.sql',
  statements: [
    `CREATE TABLE artifacts (
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
)`,
    'CREATE INDEX artifacts_by_age ON artifacts (scope, created_at DESC, ref)',
    'CREATE INDEX artifacts_by_expiry ON artifacts (scope, expires_at)',
    `CREATE TABLE artifact_chunks (
  body TEXT NOT NULL,
  n INTEGER NOT NULL,
  bytes BLOB NOT NULL,
  PRIMARY KEY (body, n)
)`,
    `CREATE TABLE artifact_uploads (
  body TEXT PRIMARY KEY,
  at INTEGER NOT NULL
) WITHOUT ROWID`,
  ],
};

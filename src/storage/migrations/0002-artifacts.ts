import type { Migration } from '../migration.ts';

/**
 * What was cut out of answers, whole, for as long as it is kept. A body is in parts of 256 KiB, since D1 takes 2 MB a
 * row. `artifact_uploads` has the bodies that are being written: what stays there was left behind by a crash.
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

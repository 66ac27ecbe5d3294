import type { Migration } from '../migration.ts';

/**
 * Finds what has expired whoever's it is, how much a scope has without a look at its rows, the artifact of a body, and
 * bodies that no artifact names, oldest first: `artifact_uploads` now has those of removed artifacts as well, with 0 as
 * their time.
 */
export const artifactSweep: Migration = {
  name: '0003_artifact_sweep.sql',
  statements: [
    'DROP INDEX artifacts_by_expiry',
    'CREATE INDEX artifacts_by_expiry ON artifacts (expires_at)',
    'CREATE INDEX artifacts_by_size ON artifacts (scope, expires_at, bytes)',
    'CREATE UNIQUE INDEX artifacts_by_body ON artifacts (body)',
    'CREATE INDEX artifact_uploads_by_age ON artifact_uploads (at)',
  ],
};

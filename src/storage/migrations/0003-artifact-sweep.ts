import type { Migration } from '../migration.ts';

/**
 * Finds expired artifacts of any scope, the size of a scope without reading its rows, the artifact of a body, and
 * orphaned bodies, oldest first. `artifact_uploads` now also lists the bodies of removed artifacts, with time 0.
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

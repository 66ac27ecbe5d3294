import type { Migration } from '../migration.ts';

/** Has in the index all that changes of a working segment: it is read without a look at the rows, which are long. */
export const contextChanges: Migration = {
  name: '0005_context_changes.sql',
  statements: [
    'DROP INDEX context_segments_by_tier',
    'CREATE INDEX context_segments_by_tier ON context_segments (project, tier, touched_at, id, pinned, entered)',
  ],
};

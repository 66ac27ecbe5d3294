import type { Migration } from '../migration.ts';

/** Numbers each change of a row; `changes` is the number of the project's last one. */
const NUMBERED = `BEGIN
  UPDATE context_projects SET changes = changes + 1 WHERE id = new.project;
  UPDATE context_segments SET changed = (SELECT changes FROM context_projects WHERE id = new.project) WHERE id = new.id;
END`;

/**
 * Tracks changes, so that a working set that was read before is updated incrementally. Triggers do it, so writes by
 * older versions of the code count as well. `removed` is the change at which a row was last deleted.
 */
export const contextChanges: Migration = {
  name: '0005_context_changes.sql',
  statements: [
    'ALTER TABLE context_projects ADD COLUMN changes INTEGER NOT NULL DEFAULT 0',
    'ALTER TABLE context_projects ADD COLUMN removed INTEGER NOT NULL DEFAULT 0',
    'ALTER TABLE context_segments ADD COLUMN changed INTEGER NOT NULL DEFAULT 0',
    'CREATE INDEX context_segments_by_change ON context_segments (project, changed)',
    `CREATE TRIGGER context_segments_added AFTER INSERT ON context_segments ${NUMBERED}`,
    `CREATE TRIGGER context_segments_changed
AFTER UPDATE OF tier, task, created_at, touched_at, pinned, entered, held ON context_segments ${NUMBERED}`,
    `CREATE TRIGGER context_segments_removed AFTER DELETE ON context_segments BEGIN
  UPDATE context_projects SET changes = changes + 1, removed = changes + 1 WHERE id = old.project;
END`,
  ],
};

import type { Migration } from '../migration.ts';

/** Remembers which file a platform said is worked on, so that every later call keeps its segments. */
export const activeFile: Migration = {
  name: '0009_active_file.sql',
  statements: ['ALTER TABLE context_projects ADD COLUMN active_file TEXT'],
};

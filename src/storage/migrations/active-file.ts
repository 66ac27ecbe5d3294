import type { Migration } from '../migration.ts';

/** Stores the active file that a platform named, so that every later call keeps its segments. */
export const activeFile: Migration = {
  name: '0009_active_file.sql',
  statements: ['ALTER TABLE context_projects ADD COLUMN active_file TEXT'],
};

import type { Migration } from '../migration.ts';

/** Tracks how much of a scope's context is stored, without reading its texts. `bytes` are those of a text as stored. */
export const contextSizes: Migration = {
  name: '0006_context_sizes.sql',
  statements: [
    'ALTER TABLE context_texts ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0',
    `UPDATE context_texts SET bytes = (
  SELECT coalesce(sum(length(CAST(part AS BLOB))), 0) FROM context_text_parts WHERE text_id = context_texts.id
)`,
    'CREATE INDEX context_texts_by_size ON context_texts (scope, bytes)',
  ],
};

/** Tables of a worker, each after those that it refers to, with the columns of their primary keys. */
export const MOVED_TABLES: readonly (readonly [name: string, key: readonly string[]])[] = [
  ['secrets', ['name']],
  ['teams', ['id']],
  ['keys', ['id']],
  ['quota_use', ['team_id', 'month']],
  ['ledger_batches', ['id']],
  ['usage', ['period', 'team_id', 'start', 'key_id', 'tool', 'kind', 'engine', 'cache', 'outcome']],
  ['latency', ['period', 'team_id', 'start', 'key_id', 'engine', 'bucket']],
  ['answers', ['scope', 'key']],
  ['artifacts', ['scope', 'domain', 'id']],
  ['artifact_chunks', ['body', 'n']],
  ['artifact_uploads', ['body']],
  ['ended_sessions', ['hash']],
  ['audit', ['id']],
  ['context_projects', ['id']],
  ['context_texts', ['id']],
  ['context_text_parts', ['text_id', 'n']],
  ['context_segments', ['id']],
  ['context_snapshots', ['id']],
  ['context_snapshot_segments', ['snapshot', 'segment']],
];

/** Tables in which the database generates the `id`. */
export const DRAWN_IDS: readonly string[] = [
  'audit',
  'context_projects',
  'context_texts',
  'context_segments',
  'context_snapshots',
];

import { TEXTS } from '../../storage/json-rows.ts';
import { type SqlRow, type SqlStatement, sql } from '../../storage/sql-database.ts';
import type { Snapshot } from '../context-store.ts';
import { HELD_COLUMNS, SEGMENT_COLUMNS } from './sql-context-rows.ts';
import { isDescribedIn, PROJECT, toTouchStatements } from './sql-context-write.ts';
import type { ProjectKey } from './words/context-words.ts';

const COPIED = [...SEGMENT_COLUMNS, ...HELD_COLUMNS].join(', ');
const SNAPSHOT = `(SELECT id FROM context_snapshots WHERE project = ${PROJECT} AND snapshot = ?)`;

/** Saves a task's working segments, atomically. */
export function toSnapshotStatements(
  key: ProjectKey,
  { id, task, name }: { id: string; task: string; name: string },
): readonly SqlStatement[] {
  const { scope, project } = key;
  return [
    ...toTouchStatements(key),
    sql(
      `INSERT INTO context_snapshots (project, snapshot, task, name, created_at)
       SELECT p.id, ?, ?, ?, p.latest FROM context_projects AS p WHERE p.scope = ? AND p.name = ?`,
      ...[id, task, name, scope, project],
    ),
    sql(
      `INSERT INTO context_snapshot_segments (snapshot, ${COPIED}) SELECT ${SNAPSHOT}, ${COPIED} FROM context_segments
       WHERE project = ${PROJECT} AND tier = 'working' AND task = ?`,
      ...[scope, project, id, scope, project, task],
    ),
    toSnapshotsStatement(key, { id }),
  ];
}

/** Selects snapshots of a project, newest first: those of a task, or the one with an id. */
export function toSnapshotsStatement(
  { scope, project }: ProjectKey,
  { id, task }: { id?: string | undefined; task?: string | undefined } = {},
): SqlStatement {
  const only = [...(id === undefined ? [] : ['n.snapshot = ?']), ...(task === undefined ? [] : ['n.task = ?'])];
  return sql(
    `SELECT n.snapshot, n.task, n.name, n.created_at, count(c.segment) AS segments, coalesce(sum(c.tokens), 0) AS tokens
     FROM context_snapshots AS n LEFT JOIN context_snapshot_segments AS c ON c.snapshot = n.id
     WHERE ${[`n.project = ${PROJECT}`, ...only].join(' AND ')} GROUP BY n.id ORDER BY n.id DESC`,
    ...[scope, project, ...(id === undefined ? [] : [id]), ...(task === undefined ? [] : [task])],
  );
}

export function toSnapshot(row: SqlRow): Snapshot {
  return {
    id: String(row['snapshot']),
    task: String(row['task']),
    name: String(row['name']),
    createdAt: Number(row['created_at']),
    segments: Number(row['segments']),
    tokens: Number(row['tokens']),
  };
}

/** Selects the content of a snapshot, in the order of the working set at that time. */
export function toHeldStatement({ scope, project }: ProjectKey, id: string): SqlStatement {
  const columns = SEGMENT_COLUMNS.map((name) => `c.${name}`).join(', ');
  return sql(
    `SELECT ${columns}, c.preview, t.hash FROM context_snapshot_segments AS c JOIN context_texts AS t ON t.id = c.text_id
     WHERE c.snapshot = ${SNAPSHOT} ORDER BY c.touched_at, c.segment`,
    ...[scope, project, id],
  );
}

export function toHeldTextsStatement(
  { scope, project }: ProjectKey,
  id: string,
  ids: readonly string[],
  which: string = `NOT ${isDescribedIn('c.tags')}`,
): SqlStatement {
  return sql(
    `SELECT c.segment AS id, p.part FROM context_snapshot_segments AS c
     JOIN context_text_parts AS p ON p.text_id = c.text_id
     WHERE c.snapshot = ${SNAPSHOT} AND c.segment IN ${TEXTS} AND ${which} ORDER BY c.segment, p.n`,
    ...[scope, project, id, JSON.stringify(ids)],
  );
}

/** Selects the ids whose segment still has the text that the snapshot holds or describes. */
export function toUnchangedStatement({ scope, project }: ProjectKey, id: string, ids: readonly string[]): SqlStatement {
  return sql(
    `SELECT c.segment FROM context_snapshot_segments AS c
     JOIN context_segments AS s ON s.segment = c.segment AND (s.text_id = c.text_id OR ${isDescribedIn('c.tags')})
     WHERE c.snapshot = ${SNAPSHOT} AND c.segment IN ${TEXTS} AND s.project = ${PROJECT}`,
    ...[scope, project, id, JSON.stringify(ids), scope, project],
  );
}

/** Selects segments of a snapshot that were deleted since, or that now have only a description. */
export function toGoneStatement({ scope, project }: ProjectKey, id: string, ids: readonly string[]): SqlStatement {
  const columns = SEGMENT_COLUMNS.map((name) => `c.${name}`).join(', ');
  return sql(
    `SELECT ${columns}, c.held, c.preview, t.hash FROM context_snapshot_segments AS c
     JOIN context_texts AS t ON t.id = c.text_id
     WHERE c.snapshot = ${SNAPSHOT} AND c.segment IN ${TEXTS}
       AND NOT EXISTS (SELECT 1 FROM context_segments AS s WHERE s.project = ${PROJECT} AND s.segment = c.segment
         AND NOT (${isDescribedIn('s.tags')} AND NOT ${isDescribedIn('c.tags')}))
     ORDER BY c.touched_at, c.segment`,
    ...[scope, project, id, JSON.stringify(ids), scope, project],
  );
}

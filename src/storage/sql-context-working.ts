import type { ProjectState, WorkingSet } from '../context/context-store.ts';
import type { WorkingSegment } from '../context/segment.ts';
import { CHANGING_COLUMNS, toChanged, toWorkingSegments, WORKING_COLUMNS } from './sql-context-rows.ts';
import { PROJECT, type ProjectKey } from './sql-context-write.ts';
import { type SqlDatabase, type SqlRow, type SqlStatement, sql } from './sql-database.ts';

const NEVER_USED: ProjectState = { currentTask: null, collections: 0, latest: 0 };
/** Larger working sets are read whole every time: one of this size takes some 60 MB. */
const MOST_REMEMBERED = 100_000;

/** Segments by the number of their row, in the order of the working set. */
type ByRow = Map<number, WorkingSegment>;

export function toStateStatement({ scope, project }: ProjectKey): SqlStatement {
  return sql(
    'SELECT current_task, collections, latest FROM context_projects WHERE scope = ? AND name = ?',
    scope,
    project,
  );
}

export function toState(row: SqlRow | undefined): ProjectState {
  if (row === undefined) return NEVER_USED;
  return {
    currentTask: row['current_task'] as string | null,
    collections: Number(row['collections']),
    latest: Number(row['latest']),
  };
}

/**
 * Reads working sets of a scope. Most of a segment never changes: those of the project that was read last are
 * remembered by the number of their row, which is never given again, and only what may have changed is read of them.
 */
export function createWorkingReader(database: SqlDatabase, scope: string): (project: string) => Promise<WorkingSet> {
  let last: { readonly project: string; readonly byRow: ByRow } | undefined;

  const load = async (rows: readonly number[]): Promise<ByRow> => {
    if (rows.length === 0) return new Map();
    const found = await database.query(
      `SELECT ${WORKING_COLUMNS} FROM context_segments WHERE id IN (SELECT value FROM json_each(?))`,
      JSON.stringify(rows),
    );
    return toByRow(found.rows);
  };

  /** Brings what is known of rows up to date, and forgets all other rows. */
  const refresh = async (rows: readonly SqlRow[], known: ByRow): Promise<readonly WorkingSegment[]> => {
    const found = rows.map((row) => known.get(rowOf(row)));
    const missing = await load(rows.filter((_, at) => found[at] === undefined).map(rowOf));
    const segments: WorkingSegment[] = [];
    for (let at = 0; at < rows.length; at++) {
      const row = rows[at] as SqlRow;
      const before = found[at] ?? missing.get(rowOf(row));
      // Deleted since the rows were read.
      if (before === undefined) continue;
      const segment = toChanged(before, row);
      if (segment !== found[at]) known.set(rowOf(row), segment);
      segments.push(segment);
    }
    if (known.size > segments.length) {
      const present = new Set(rows.map(rowOf));
      for (const row of known.keys()) if (!present.has(row)) known.delete(row);
    }
    return segments;
  };

  return async (project) => {
    const key = { scope, project };
    const known = last?.project === project ? last.byRow : undefined;
    const [state, found, held] = await database.batch([
      toStateStatement(key),
      sql(
        `SELECT ${known === undefined ? WORKING_COLUMNS : CHANGING_COLUMNS} FROM context_segments
         WHERE project = ${PROJECT} AND tier = 'working' ORDER BY touched_at, id`,
        ...[scope, project],
      ),
      sql(
        `SELECT c.segment, count(*) AS n FROM context_snapshots AS n JOIN context_snapshot_segments AS c
         ON c.snapshot = n.id WHERE n.project = ${PROJECT} GROUP BY c.segment`,
        ...[scope, project],
      ),
    ]);
    const rows = found?.rows ?? [];
    const byRow = known ?? toByRow(rows);
    const segments = known === undefined ? [...byRow.values()] : await refresh(rows, known);
    last = rows.length > MOST_REMEMBERED ? undefined : { project, byRow };
    return {
      ...toState(state?.rows[0]),
      segments,
      inSnapshots: new Map((held?.rows ?? []).map((row) => [String(row['segment']), Number(row['n'])])),
    };
  };
}

function rowOf({ id }: SqlRow): number {
  return id as number;
}

function toByRow(rows: readonly SqlRow[]): ByRow {
  const segments = toWorkingSegments(rows);
  return new Map(rows.map((row, at) => [rowOf(row), segments[at] as WorkingSegment]));
}

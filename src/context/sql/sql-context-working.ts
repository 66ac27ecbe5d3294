import { type SqlDatabase, type SqlRow, type SqlStatement, sql } from '../../storage/sql-database.ts';
import type { ProjectState, WorkingSet } from '../context-store.ts';
import type { WorkingSegment } from '../segment.ts';
import { toWorkingSegments, WORKING_COLUMNS } from './sql-context-rows.ts';
import { PROJECT } from './sql-context-write.ts';
import type { ProjectKey } from './words/context-words.ts';

const NEVER_USED: ProjectState = { currentTask: null, activeFile: null, collections: 0, latest: 0 };
/** Max segments of a cached working set, about 60 MB. Larger sets are read whole every time. */
const MAX_REMEMBERED = 100_000;

/** Working segments of a project as of the change `change`, with their row ids. */
interface Known {
  /** Row id of the project; a project that was deleted and recreated has another. */
  readonly project: unknown;
  readonly change: number;
  readonly segments: readonly WorkingSegment[];
  readonly rows: Float64Array;
}

export function toStateStatement({ scope, project }: ProjectKey): SqlStatement {
  return sql(
    `SELECT id, current_task, active_file, collections, latest, changes, removed FROM context_projects
     WHERE scope = ? AND name = ?`,
    ...[scope, project],
  );
}

export function toState(row: SqlRow | undefined): ProjectState {
  if (row === undefined) return NEVER_USED;
  return {
    currentTask: row['current_task'] as string | null,
    activeFile: row['active_file'] as string | null,
    collections: Number(row['collections']),
    latest: Number(row['latest']),
  };
}

/**
 * Creates a reader of working sets in a scope. It caches the project that was read last, and reads only the changes to
 * it.
 */
export function createWorkingReader(database: SqlDatabase, scope: string): (project: string) => Promise<WorkingSet> {
  let last: { readonly name: string; readonly known: Known } | undefined;

  const query = async (project: string, columns: string, which: string, ...params: readonly number[]) => {
    const where = `project = ${PROJECT} AND ${which}`;
    const order = 'ORDER BY touched_at, id';
    const statement = `SELECT ${columns} FROM context_segments WHERE ${where} ${order}`;
    const [state, found, held] = await database.batch([
      toStateStatement({ scope, project }),
      sql(statement, scope, project, ...params),
      sql(
        `SELECT c.segment, count(*) AS n FROM context_snapshots AS n JOIN context_snapshot_segments AS c
         ON c.snapshot = n.id WHERE n.project = ${PROJECT} GROUP BY c.segment`,
        ...[scope, project],
      ),
    ]);
    return {
      state: state?.rows[0],
      rows: found?.rows ?? [],
      inSnapshots: new Map((held?.rows ?? []).map((row) => [String(row['segment']), Number(row['n'])])),
    };
  };

  /** Returns the ids of existing rows, because a deleted row leaves no change to read. */
  const present = async (project: string): Promise<ReadonlySet<number>> => {
    const { rows } = await database.query(
      `SELECT id FROM context_segments WHERE project = ${PROJECT} AND tier = 'working'`,
      ...[scope, project],
    );
    return new Set(rows.map(rowOf));
  };

  const readAll = async (project: string) => {
    const { state, rows, inSnapshots } = await query(project, WORKING_COLUMNS, "tier = 'working'");
    const segments = toWorkingSegments(rows);
    const known = { project: state?.['id'], change: changeOf(state), segments, rows: Float64Array.from(rows, rowOf) };
    return { state, known, inSnapshots };
  };

  const readChanged = async (project: string, before: Known) => {
    // For a segment that left the working set, the tier alone is enough.
    const columns = WORKING_COLUMNS.replace('held', "CASE tier WHEN 'working' THEN held END AS held, tier");
    const { state, rows, inSnapshots } = await query(project, columns, 'changed > ?', before.change);
    // The database may have been restored to an earlier state, as D1 can be.
    if (state?.['id'] !== before.project || changeOf(state) < before.change) return undefined;
    const isRemoved = Number(state?.['removed'] ?? 0) > before.change;
    const there = isRemoved ? await present(project) : undefined;
    return { state, known: withChanges(before, { change: changeOf(state), rows, there }), inSnapshots };
  };

  return async (project) => {
    const before = last?.name === project ? last.known : undefined;
    const read = (before && (await readChanged(project, before))) ?? (await readAll(project));
    const { state, known, inSnapshots } = read;
    last = known.rows.length > MAX_REMEMBERED ? undefined : { name: project, known };
    return { ...toState(state), segments: known.segments, inSnapshots };
  };
}

interface Changes {
  readonly change: number;
  /** Changed rows, in the order of the working set. */
  readonly rows: readonly SqlRow[];
  /** Ids of all remaining rows, if any row was deleted. */
  readonly there: ReadonlySet<number> | undefined;
}

/**
 * Applies changes. Without any, returns the same segments; otherwise it replaces or adds the changed ones and keeps the
 * others.
 */
function withChanges(before: Known, { change, rows, there }: Changes): Known {
  if (rows.length === 0 && there === undefined) return { ...before, change };
  const changed = new Set(rows.map(rowOf));
  const working = rows.filter(({ tier }) => tier === 'working');
  const newer = toWorkingSegments(working);
  const max = before.rows.length + newer.length;
  const merged = { segments: new Array<WorkingSegment>(max), rows: new Float64Array(max) };
  let count = 0;
  let next = 0;
  const take = (segment: WorkingSegment, row: number): void => {
    merged.segments[count] = segment;
    merged.rows[count++] = row;
  };
  const takeNewer = (): void => take(newer[next] as WorkingSegment, rowOf(working[next++] as SqlRow));
  for (let at = 0; at < before.rows.length; at++) {
    const row = before.rows[at] as number;
    if (changed.has(row) || there?.has(row) === false) continue;
    const segment = before.segments[at] as WorkingSegment;
    while (next < newer.length && isBefore(working[next] as SqlRow, segment.touchedAt, row)) takeNewer();
    take(segment, row);
  }
  while (next < newer.length) takeNewer();
  merged.segments.length = count;
  return { project: before.project, change, segments: merged.segments, rows: merged.rows.subarray(0, count) };
}

function isBefore({ touched_at, id }: SqlRow, touchedAt: number, row: number): boolean {
  return touched_at === touchedAt ? (id as number) < row : (touched_at as number) < touchedAt;
}

const changeOf = (state: SqlRow | undefined): number => Number(state?.['changes'] ?? 0);

const rowOf = ({ id }: SqlRow): number => id as number;

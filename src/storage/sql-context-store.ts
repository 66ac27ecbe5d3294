import { randomHex } from '../access/api-key.ts';
import type {
  ContextStore,
  FoundSegments,
  Moved,
  NewSegment,
  ProjectState,
  SegmentPage,
} from '../context/context-store.ts';
import { fromStored } from '../context/search/stored-text.ts';
import { toListStatement, toSearchStatement } from './sql-context-find.ts';
import { linksIn, toSegment, toShownSegment, toWorkingSegments, WORKING_COLUMNS } from './sql-context-rows.ts';
import {
  toGoneStatement,
  toHeldStatement,
  toHeldTextsStatement,
  toSnapshot,
  toSnapshotStatements,
  toSnapshotsStatement,
} from './sql-context-snapshots.ts';
import {
  PROJECT,
  type ProjectKey,
  toAddStatements,
  toFreeTextsStatement,
  toMoveStatements,
  toRemoveStatements,
  toTouchStatements,
} from './sql-context-write.ts';
import { type SqlDatabase, type SqlResult, type SqlRow, type SqlStatement, sql } from './sql-database.ts';

export interface SqlContextOptions {
  /** Milliseconds since 1970. Default `Date.now`. One that goes back is not followed. */
  readonly now?: (() => number) | undefined;
  /** Milliseconds that segments outside every snapshot and all else of a project are kept unused. Default 90 days. */
  readonly ttlMs?: number | undefined;
}

/** Segments in a migrated database, by owner. */
export interface SqlContexts {
  /** Those of one owner, a team: no other's are ever seen. */
  of(scope: string): ContextStore;
  /** Deletes projects that nobody used for `ttlMs`, whoever's they are. Rejects with a `SqlError`. */
  sweep(): Promise<void>;
}

const BATCH_BYTES = 8;
const NEVER_USED: ProjectState = { currentTask: null, collections: 0, latest: 0 };
/** 90 days, in milliseconds. */
export const CONTEXT_TTL_MS: number = 90 * 24 * 60 * 60 * 1000;

export function createSqlContexts(database: SqlDatabase, options: SqlContextOptions = {}): SqlContexts {
  const { now = Date.now, ttlMs = CONTEXT_TTL_MS } = options;
  return {
    of: (scope) => createScope(database, scope, now),
    async sweep() {
      const old = 'SELECT id FROM context_projects WHERE latest < ?';
      const before = now() - ttlMs;
      const { rows } = await database.query('SELECT DISTINCT scope FROM context_projects WHERE latest < ?', before);
      if (rows.length === 0) return;
      await database.batch([
        sql(
          `DELETE FROM context_words WHERE rowid IN (SELECT s.id * 64 + t.n FROM context_segments AS s
             JOIN context_text_parts AS t ON t.text_id = s.text_id WHERE s.project IN (${old}))`,
          before,
        ),
        sql(`DELETE FROM context_segments WHERE project IN (${old})`, before),
        sql(`DELETE FROM context_snapshots WHERE project IN (${old})`, before),
        sql('DELETE FROM context_projects WHERE latest < ?', before),
        ...rows.map(({ scope }) => toFreeTextsStatement(String(scope))),
      ]);
    },
  };
}

function createScope(database: SqlDatabase, scope: string, now: () => number): ContextStore {
  const run = ({ sql: text, params }: SqlStatement): Promise<SqlResult> => database.query(text, ...params);
  const keyOf = (project: string): ProjectKey => ({ scope, project });
  const stateStatement = (project: string): SqlStatement =>
    sql(
      'SELECT id, current_task, collections, latest FROM context_projects WHERE scope = ? AND name = ?',
      scope,
      project,
    );

  const add: ContextStore['add'] = async (project, segments, tier) => {
    if (segments.length === 0) return [];
    const batch = randomHex(BATCH_BYTES);
    const { statements, added } = toAddStatements(keyOf(project), { segments, tier, now: now(), batch });
    const results = await database.batch(statements);
    return added.flatMap((at) => movedOf(results[at]));
  };

  /** Rows tell the sums of all pages; beyond the last one there is none to tell them. */
  const paged = async (page: SegmentPage, toStatement: (page: SegmentPage) => SqlStatement): Promise<FoundSegments> => {
    const found = toFound((await run(toStatement(page))).rows);
    if (found.segments.length > 0 || (page.offset ?? 0) === 0) return found;
    return { ...toFound((await run(toStatement({ limit: 1 }))).rows), segments: [] };
  };

  const snapshotTexts: ContextStore['snapshotTexts'] = async (project, id, ids) =>
    joinParts((await run(toHeldTextsStatement(keyOf(project), id, ids))).rows);

  return {
    async state(project) {
      return toState((await run(stateStatement(project))).rows[0]);
    },
    async projects() {
      const { rows } = await database.query(
        `SELECT p.name, p.current_task, count(s.id) FILTER (WHERE s.tier = 'working') AS working,
           coalesce(sum(s.tokens) FILTER (WHERE s.tier = 'working'), 0) AS working_tokens,
           count(s.id) FILTER (WHERE s.tier <> 'working') AS stashed,
           coalesce(sum(s.tokens) FILTER (WHERE s.tier <> 'working'), 0) AS stashed_tokens
         FROM context_projects AS p LEFT JOIN context_segments AS s ON s.project = p.id
         WHERE p.scope = ? GROUP BY p.id ORDER BY p.name`,
        scope,
      );
      return rows.map((row) => ({
        project: String(row['name']),
        currentTask: row['current_task'] as string | null,
        working: Number(row['working']),
        workingTokens: Number(row['working_tokens']),
        stashed: Number(row['stashed']),
        stashedTokens: Number(row['stashed_tokens']),
      }));
    },
    async working(project) {
      const [state, found, held] = await database.batch([
        stateStatement(project),
        sql(
          `SELECT ${WORKING_COLUMNS} FROM context_segments WHERE project = ${PROJECT} AND tier = 'working'
           ORDER BY touched_at, id`,
          ...[scope, project],
        ),
        sql(
          `SELECT c.segment, count(*) AS n FROM context_snapshots AS n JOIN context_snapshot_segments AS c
           ON c.snapshot = n.id WHERE n.project = ${PROJECT} GROUP BY c.segment`,
          ...[scope, project],
        ),
      ]);
      return {
        ...toState(state?.rows[0]),
        segments: toWorkingSegments(found?.rows ?? []),
        inSnapshots: new Map((held?.rows ?? []).map((row) => [String(row['segment']), Number(row['n'])])),
      };
    },
    async knownTokens(hashes) {
      const { rows } = await database.query(
        'SELECT hash, tokens FROM context_texts WHERE scope = ? AND hash IN (SELECT value FROM json_each(?))',
        ...[scope, JSON.stringify(hashes)],
      );
      return new Map(rows.map((row) => [String(row['hash']), Number(row['tokens'])]));
    },
    add,
    async list(project, filter, page) {
      return await paged(page, (some) => toListStatement(keyOf(project), filter, some));
    },
    async search(project, match, filter, page) {
      const [row] = (await run(stateStatement(project))).rows;
      if (row === undefined) return { segments: [], total: 0, tokens: 0 };
      return await paged(page, (some) => toSearchStatement(keyOf(project), `p${row['id']}`, match, filter, some));
    },
    async texts(project, ids) {
      const { rows } = await database.query(
        `SELECT s.segment AS id, p.part FROM context_segments AS s JOIN context_text_parts AS p ON p.text_id = s.text_id
         WHERE s.project = ${PROJECT} AND s.segment IN (SELECT value FROM json_each(?)) ORDER BY s.segment, p.n`,
        ...[scope, project, JSON.stringify(ids)],
      );
      return joinParts(rows);
    },
    async move(project, ids, move) {
      const { statements, moved } = toMoveStatements(keyOf(project), ids, { ...move, now: now() });
      return movedOf((await database.batch(statements))[moved]);
    },
    async remove(project, ids) {
      const { statements, removed } = toRemoveStatements(keyOf(project), ids);
      return movedOf((await database.batch(statements))[removed]);
    },
    async pin(project, ids, pinned) {
      const { rows } = await database.query(
        `UPDATE context_segments SET pinned = ? WHERE project = ${PROJECT}
         AND segment IN (SELECT value FROM json_each(?)) RETURNING segment AS id`,
        ...[Number(pinned), scope, project, JSON.stringify(ids)],
      );
      return rows.map(({ id }) => String(id));
    },
    async supersede(project, id) {
      const found = await database.query(
        `UPDATE context_segments SET tier = 'archive' WHERE project = ${PROJECT} AND tier = 'working' AND pinned = 0
         AND id IN (SELECT o.id FROM context_segments AS o JOIN context_segments AS n
           ON n.project = o.project AND n.file = o.file AND n.type = o.type
           AND (n.from_line IS NULL OR (o.from_line >= n.from_line AND o.to_line <= n.to_line))
           WHERE n.project = ${PROJECT} AND n.segment = ? AND n.tier = 'working' AND o.id <> n.id)
         RETURNING segment AS id, tokens`,
        ...[scope, project, scope, project, id],
      );
      return movedOf(found);
    },
    async setTask(project, task) {
      const [, before] = await database.batch([
        ...toTouchStatements(keyOf(project), now()),
        stateStatement(project),
        sql('UPDATE context_projects SET current_task = ? WHERE scope = ? AND name = ?', task, scope, project),
      ]);
      return toState(before?.rows[0]).currentTask;
    },
    async createSnapshot(project, snapshot) {
      const results = await database.batch(toSnapshotStatements(keyOf(project), { ...snapshot, now: now() }));
      return toSnapshot(results.at(-1)?.rows[0] as SqlRow);
    },
    async snapshots(project, task) {
      return (await run(toSnapshotsStatement(keyOf(project), { task }))).rows.map(toSnapshot);
    },
    async snapshotSegments(project, id) {
      const [named, held] = await database.batch([
        toSnapshotsStatement(keyOf(project), { id }),
        toHeldStatement(keyOf(project), id),
      ]);
      if (named?.rows.length === 0) return undefined;
      return (held?.rows ?? []).map((row) => toShownSegment(row, 'working'));
    },
    snapshotTexts,
    async restore(project, id, ids) {
      const gone = (await run(toGoneStatement(keyOf(project), id, ids))).rows;
      const texts = await snapshotTexts(
        project,
        id,
        gone.map(({ segment }) => String(segment)),
      );
      const added = await add(
        project,
        gone.map((row) => toNew(row, texts)),
        'working',
      );
      const { statements, moved } = toMoveStatements(keyOf(project), ids, {
        ...{ from: ['stashed', 'archive'], to: 'working' },
        now: now(),
      });
      return [...added, ...movedOf((await database.batch(statements))[moved])];
    },
  };
}

function toState(row: SqlRow | undefined): ProjectState {
  if (row === undefined) return NEVER_USED;
  return {
    currentTask: row['current_task'] as string | null,
    collections: Number(row['collections']),
    latest: Number(row['latest']),
  };
}

function movedOf(result: SqlResult | undefined): Moved[] {
  return (result?.rows ?? []).map(({ id, tokens }) => ({ id: String(id), tokens: Number(tokens) }));
}

function toFound(rows: readonly SqlRow[]): FoundSegments {
  return {
    segments: rows.map((row) => {
      const { hit } = row;
      return { ...toShownSegment(row), ...(typeof hit === 'string' && { hit: fromStored(hit) }) };
    }),
    total: Number(rows[0]?.['total'] ?? 0),
    tokens: Number(rows[0]?.['all_tokens'] ?? 0),
  };
}

function joinParts(rows: readonly SqlRow[]): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const { id, part } of rows) texts.set(String(id), (texts.get(String(id)) ?? '') + String(part));
  for (const [id, stored] of texts) texts.set(id, fromStored(stored));
  return texts;
}

function toNew(row: SqlRow, texts: ReadonlyMap<string, string>): NewSegment {
  const segment = toSegment(row, 'working');
  return {
    ...segment,
    text: texts.get(segment.id) ?? '',
    hash: String(row['hash']),
    preview: String(row['preview']),
    links: linksIn(String(row['held'])),
  };
}

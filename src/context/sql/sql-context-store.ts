import { NOW, withClock } from '../../storage/database-clock.ts';
import { TEXTS } from '../../storage/json-rows.ts';
import { type SqlDatabase, type SqlResult, type SqlRow, sql } from '../../storage/sql-database.ts';
import { randomHex } from '../../teams/keys/api-key.ts';
import type { ContextStore, NewSegment } from '../context-store.ts';
import { contextReads } from './sql-context-reads.ts';
import { derivedIn, toSegment, toShownSegment } from './sql-context-rows.ts';
import {
  type ContextScope,
  type ContextScopeOptions,
  createContextScope,
  joinParts,
  movedOf,
} from './sql-context-scope.ts';
import {
  toGoneStatement,
  toHeldStatement,
  toHeldTextsStatement,
  toSnapshot,
  toSnapshotStatements,
  toSnapshotsStatement,
  toUnchangedStatement,
} from './sql-context-snapshots.ts';
import { toState, toStateStatement } from './sql-context-working.ts';
import {
  BATCH_BYTES,
  CAN_GO,
  PROJECT,
  ROWS_A_SEGMENT,
  toAddStatements,
  toFreeTextsStatement,
  toMoveStatements,
  toRemoveStatements,
  toTouchStatements,
} from './sql-context-write.ts';
import type { ContextWords } from './words/context-words.ts';
import { fts5Words } from './words/fts5-words.ts';

type Changes = Pick<ContextStore, 'add' | 'move' | 'remove' | 'pin' | 'supersede' | 'setFocus'>;

/** Methods of a store that change segments. */
function contextChanges({ database, scope, room, run, keyOf, index }: ContextScope): Changes {
  return {
    async add(project, segments, tier) {
      if (segments.length === 0) return [];
      await room.check(segments);
      const batch = randomHex(BATCH_BYTES);
      const { statements, added } = toAddStatements(keyOf(project), { segments, tier, batch, index });
      const results = await database.batch(statements);
      return added.flatMap((at) => movedOf(results[at]));
    },
    async move(project, ids, move) {
      const { statements, moved } = toMoveStatements(keyOf(project), ids, move);
      return movedOf((await database.batch(statements))[moved]);
    },
    async remove(project, ids, how) {
      const { statements, removed } = toRemoveStatements(keyOf(project), ids, how);
      return movedOf((await database.batch(statements))[removed]);
    },
    async pin(project, ids, pinned) {
      const { rows } = await database.query(
        `UPDATE context_segments SET pinned = ? WHERE project = ${PROJECT}
         AND segment IN ${TEXTS} RETURNING segment AS id`,
        ...[Number(pinned), scope, project, JSON.stringify(ids)],
      );
      return rows.map(({ id }) => String(id));
    },
    async supersede(project, id) {
      const found = await database.query(
        `UPDATE context_segments SET tier = 'archive' WHERE project = ${PROJECT} AND (tier || '') = 'working' AND ${CAN_GO}
         AND id IN (SELECT o.id FROM context_segments AS o JOIN context_segments AS n
           ON n.project = o.project AND n.file = o.file AND n.type = o.type
           AND (n.from_line IS NULL OR (o.from_line >= n.from_line AND o.to_line <= n.to_line))
           WHERE n.project = ${PROJECT} AND n.segment = ? AND n.tier = 'working' AND o.id <> n.id)
         RETURNING segment AS id, tokens`,
        ...[scope, project, scope, project, id],
      );
      return movedOf(found);
    },
    async setFocus(project, { currentTask, activeFile }) {
      const { rows } = await run(toStateStatement(keyOf(project)));
      // Setting the focus takes room only for a new project.
      if (rows.length === 0) await room.check();
      await database.batch([
        ...toTouchStatements(keyOf(project)),
        sql(
          `UPDATE context_projects SET current_task = CASE WHEN ? = 1 THEN ? ELSE current_task END,
             active_file = CASE WHEN ? = 1 THEN ? ELSE active_file END
           WHERE scope = ? AND name = ?`,
          ...[Number(currentTask !== undefined), currentTask ?? null],
          ...[Number(activeFile !== undefined), activeFile ?? null, scope, project],
        ),
      ]);
      return toState(rows[0]);
    },
  };
}

type Snapshots = Pick<ContextStore, 'createSnapshot' | 'snapshots' | 'snapshotSegments' | 'snapshotTexts' | 'restore'>;

/** Methods of a store that take snapshots and restore them. */
function contextSnapshots({ database, room, run, keyOf, index }: ContextScope): Snapshots {
  return {
    async createSnapshot(project, snapshot) {
      await room.check();
      const results = await database.batch(toSnapshotStatements(keyOf(project), snapshot));
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
    async snapshotTexts(project, id, ids) {
      return joinParts((await run(toHeldTextsStatement(keyOf(project), id, ids))).rows);
    },
    async restore(project, id, ids) {
      const key = keyOf(project);
      const named = ({ rows }: SqlResult): string[] => rows.map(({ segment }) => String(segment));
      const gone = await run(toGoneStatement(key, id, ids));
      // A different text may have the id since the snapshot was taken. Such a segment is not restored.
      const unchanged = named(await run(toUnchangedStatement(key, id, ids)));
      // A segment that was only described is restored as a description.
      const texts = joinParts((await run(toHeldTextsStatement(key, id, named(gone), 'true'))).rows);
      const segments = gone.rows.map((row) => toNew(row, texts));
      if (segments.length > 0) await room.check(segments);
      const batch = randomHex(BATCH_BYTES);
      const add = toAddStatements(key, { segments, tier: 'working', batch, index });
      const move = toMoveStatements(key, unchanged, { from: ['stashed', 'archive'], to: 'working' });
      const results = await database.batch([...add.statements, ...move.statements]);
      const places = [...add.added, add.statements.length + move.moved];
      return places.flatMap((at) => movedOf(results[at]));
    },
  };
}

function toNew(row: SqlRow, texts: ReadonlyMap<string, string>): NewSegment {
  const segment = toSegment(row, 'working');
  return {
    ...segment,
    text: texts.get(segment.id) ?? '',
    hash: String(row['hash']),
    preview: String(row['preview']),
    ...derivedIn(String(row['held'])),
  };
}

/** Max segments that a transaction deletes. It takes some milliseconds, for which other statements wait. */
const AT_ONCE = 100;
/** Max transactions of one sweep, because Cloudflare limits the statements of a request. The next sweep continues. */
const MAX_SLICES = 400;

const NUMBERS = '(SELECT CAST(each.atom AS BIGINT) FROM json_each(?) AS each)';
const STILL_OLD = `EXISTS (SELECT 1 FROM context_projects AS p WHERE p.id = ? AND p.latest < ${NOW} - ?)`;

/**
 * Deletes the projects of any owner to which nothing was added for `ttlMs`, a slice at a time. Rejects with a `SqlError`.
 */
async function sweepContexts(database: SqlDatabase, ttlMs: number): Promise<void> {
  const { rows } = await database.query(`SELECT id, scope FROM context_projects WHERE latest < ${NOW} - ?`, ttlMs);
  let slices = 0;
  for (const row of rows) {
    const project = Number(row['id']);
    while (await deleteSlice(database, project, ttlMs)) if (++slices >= MAX_SLICES) return;
    await database.query(`DELETE FROM context_snapshots WHERE project = ? AND ${STILL_OLD}`, project, project, ttlMs);
    await database.query(`DELETE FROM context_projects WHERE id = ? AND latest < ${NOW} - ?`, project, ttlMs);
    const free = toFreeTextsStatement(String(row['scope']));
    await database.query(free.sql, ...free.params);
  }
}

/**
 * Deletes up to `AT_ONCE` segments of a project, with their indexed words and the texts that nothing else refers to.
 * Returns false if none is left.
 */
async function deleteSlice(database: SqlDatabase, project: number, ttlMs: number): Promise<boolean> {
  const found = await database.query(
    `SELECT id, text_id FROM context_segments WHERE project = ? AND ${STILL_OLD} LIMIT ${AT_ONCE}`,
    ...[project, project, ttlMs],
  );
  if (found.rows.length === 0) return false;
  const [ids, texts] = ['id', 'text_id'].map((name) => JSON.stringify(found.rows.map((row) => row[name]))) as [
    string,
    string,
  ];
  const [, deleted] = await database.batch([
    sql(
      `DELETE FROM context_words WHERE rowid IN (SELECT s.id * ${ROWS_A_SEGMENT} + t.n FROM context_segments AS s
         JOIN context_text_parts AS t ON t.text_id = s.text_id WHERE s.id IN ${NUMBERS} AND ${STILL_OLD})`,
      ...[ids, project, ttlMs],
    ),
    sql(`DELETE FROM context_segments WHERE id IN ${NUMBERS} AND ${STILL_OLD} RETURNING id`, ids, project, ttlMs),
    sql(
      `DELETE FROM context_texts WHERE id IN ${NUMBERS}
         AND NOT EXISTS (SELECT 1 FROM context_segments AS s WHERE s.text_id = context_texts.id)
         AND NOT EXISTS (SELECT 1 FROM context_snapshot_segments AS s WHERE s.text_id = context_texts.id)`,
      texts,
    ),
  ]);
  // If the project was used again meanwhile, its remaining segments stay.
  return (deleted?.rows.length ?? 0) > 0;
}

export interface SqlContextOptions {
  /** Milliseconds since 1970. Default: the database's clock. A clock that goes back is ignored. */
  readonly now?: (() => number) | undefined;
  /** Milliseconds that a project is kept after a segment last came in or was restored. Default 90 days. */
  readonly ttlMs?: number | undefined;
  /** Max bytes of one owner's context, rows included. Default: no limit. */
  readonly maxBytes?: number | undefined;
  /** Full text search of the database. Default: SQLite's. */
  readonly words?: ContextWords | undefined;
}

/** Segments of many owners in a migrated database. */
export interface SqlContexts {
  /** Returns the store of one owner, i.e. a team, isolated from all others. */
  of(scope: string): ContextStore;
  /** Deletes projects of any owner that received nothing for `ttlMs`. Rejects with a `SqlError`. */
  sweep(): Promise<void>;
}

/** 90 days, in milliseconds. */
const CONTEXT_TTL_MS = 90 * 24 * 60 * 60 * 1000;

export function createSqlContexts(given: SqlDatabase, options: SqlContextOptions = {}): SqlContexts {
  const { now, ttlMs = CONTEXT_TTL_MS, maxBytes, words = fts5Words } = options;
  const database = withClock(given, now);
  return {
    of: (scope) => createStore(database, scope, { maxBytes, words }),
    sweep: () => sweepContexts(database, ttlMs),
  };
}

function createStore(database: SqlDatabase, scope: string, options: ContextScopeOptions): ContextStore {
  const owner = createContextScope(database, scope, options);
  return { ...contextReads(owner), ...contextChanges(owner), ...contextSnapshots(owner) };
}

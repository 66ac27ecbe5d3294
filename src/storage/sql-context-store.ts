import { randomHex } from '../access/api-key.ts';
import type { ContextStore, FoundSegments, Moved, NewSegment, SegmentPage } from '../context/context-store.ts';
import { fromStored } from '../context/search/stored-text.ts';
import { DESCRIBED } from '../context/segment.ts';
import { toListStatement, toSearchStatement } from './sql-context-find.ts';
import { createContextRoom } from './sql-context-room.ts';
import { derivedIn, toSegment, toShownSegment } from './sql-context-rows.ts';
import {
  toGoneStatement,
  toHeldStatement,
  toHeldTextsStatement,
  toSnapshot,
  toSnapshotStatements,
  toSnapshotsStatement,
  toUnchangedStatement,
} from './sql-context-snapshots.ts';
import { toMatches, toTermCount, toTermCounts } from './sql-context-terms.ts';
import { createWorkingReader, toState, toStateStatement } from './sql-context-working.ts';
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
  /** Milliseconds since 1970. Default `Date.now`. A clock that goes back is ignored. */
  readonly now?: (() => number) | undefined;
  /** Milliseconds that a project is kept after a segment last came in or was restored. Default 90 days. */
  readonly ttlMs?: number | undefined;
  /** Max bytes of one owner's context, rows included. Default: no limit. */
  readonly maxBytes?: number | undefined;
}

/** Segments of many owners in a migrated database. */
export interface SqlContexts {
  /** Returns the store of one owner, i.e. a team, isolated from all others. */
  of(scope: string): ContextStore;
  /** Deletes projects of any owner that received nothing for `ttlMs`. Rejects with a `SqlError`. */
  sweep(): Promise<void>;
}

const BATCH_BYTES = 8;
/** 90 days, in milliseconds. */
const CONTEXT_TTL_MS = 90 * 24 * 60 * 60 * 1000;

export function createSqlContexts(database: SqlDatabase, options: SqlContextOptions = {}): SqlContexts {
  const { now = Date.now, ttlMs = CONTEXT_TTL_MS, maxBytes } = options;
  return {
    of: (scope) => createScope(database, scope, { now, maxBytes }),
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

interface ScopeOptions {
  readonly now: () => number;
  readonly maxBytes: number | undefined;
}

function createScope(database: SqlDatabase, scope: string, { now, maxBytes }: ScopeOptions): ContextStore {
  const room = createContextRoom(database, scope, maxBytes);
  const run = ({ sql: text, params }: SqlStatement): Promise<SqlResult> => database.query(text, ...params);
  const keyOf = (project: string): ProjectKey => ({ scope, project });

  const add: ContextStore['add'] = async (project, segments, tier) => {
    if (segments.length === 0) return [];
    await room.check(segments);
    const batch = randomHex(BATCH_BYTES);
    const { statements, added } = toAddStatements(keyOf(project), { segments, tier, now: now(), batch });
    const results = await database.batch(statements);
    return added.flatMap((at) => movedOf(results[at]));
  };

  /** The sums of all pages are in the rows, so a page beyond the last one needs another query. */
  const paged = async (page: SegmentPage, toStatement: (page: SegmentPage) => SqlStatement): Promise<FoundSegments> => {
    const found = toFound((await run(toStatement(page))).rows);
    if (found.segments.length > 0 || (page.offset ?? 0) === 0) return found;
    return { ...toFound((await run(toStatement({ limit: 1 }))).rows), segments: [] };
  };

  const snapshotTexts: ContextStore['snapshotTexts'] = async (project, id, ids) =>
    joinParts((await run(toHeldTextsStatement(keyOf(project), id, ids))).rows);

  return {
    async state(project) {
      return toState((await run(toStateStatement(keyOf(project)))).rows[0]);
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
    working: createWorkingReader(database, scope),
    async knownTokens(hashes) {
      // Counts come from segments, because a text may have been stored first with a platform's count.
      const { rows } = await database.query(
        `SELECT * FROM (SELECT t.hash, (SELECT s.tokens FROM context_segments AS s
           WHERE s.text_id = t.id AND s.tags NOT LIKE ? LIMIT 1) AS tokens
         FROM context_texts AS t WHERE t.scope = ? AND t.hash IN (SELECT value FROM json_each(?)))
         WHERE tokens IS NOT NULL`,
        ...[`%${JSON.stringify(DESCRIBED)}%`, scope, JSON.stringify(hashes)],
      );
      return new Map(rows.map((row) => [String(row['hash']), Number(row['tokens'])]));
    },
    add,
    async list(project, filter, page) {
      return await paged(page, (some) => toListStatement(keyOf(project), filter, some));
    },
    async search(project, terms, filter, page) {
      const counts = (await run(toTermCounts(keyOf(project), terms))).rows.map(toTermCount);
      for (const match of toMatches(counts)) {
        const found = await paged(page, (some) => toSearchStatement(keyOf(project), match, filter, some));
        if (found.total > 0) return found;
      }
      return { segments: [], total: 0, tokens: 0 };
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
    async remove(project, ids, how) {
      const { statements, removed } = toRemoveStatements(keyOf(project), ids, how);
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
        `UPDATE context_segments SET tier = 'archive' WHERE project = ${PROJECT} AND +tier = 'working' AND pinned = 0
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
      if (task !== null) await room.check();
      const [, before] = await database.batch([
        ...toTouchStatements(keyOf(project), now()),
        toStateStatement(keyOf(project)),
        sql('UPDATE context_projects SET current_task = ? WHERE scope = ? AND name = ?', task, scope, project),
      ]);
      return toState(before?.rows[0]).currentTask;
    },
    async createSnapshot(project, snapshot) {
      await room.check();
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
      const key = keyOf(project);
      const named = ({ rows }: SqlResult): string[] => rows.map(({ segment }) => String(segment));
      const gone = await run(toGoneStatement(key, id, ids));
      // A different text may have taken the id since; that segment stays unchanged.
      const unchanged = named(await run(toUnchangedStatement(key, id, ids)));
      const texts = await snapshotTexts(project, id, named(gone));
      const segments = gone.rows.map((row) => toNew(row, texts));
      if (segments.length > 0) await room.check(segments);
      const time = now();
      const add = toAddStatements(key, { segments, tier: 'working', now: time, batch: randomHex(BATCH_BYTES) });
      const move = toMoveStatements(key, unchanged, { from: ['stashed', 'archive'], to: 'working', now: time });
      const results = await database.batch([...add.statements, ...move.statements]);
      const places = [...add.added, add.statements.length + move.moved];
      return places.flatMap((at) => movedOf(results[at]));
    },
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
    ...derivedIn(String(row['held'])),
  };
}

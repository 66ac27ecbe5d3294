import { NOW, withClock } from '../../storage/database-clock.ts';
import { type SqlDatabase, type SqlResult, type SqlRow, type SqlStatement, sql } from '../../storage/sql-database.ts';
import { SqlError } from '../../storage/sql-error.ts';
import { randomHex } from '../../teams/keys/api-key.ts';
import { ArtifactError } from '../artifact-error.ts';
import {
  ARTIFACT_MAX_BYTES,
  ARTIFACT_TTL_MS,
  type ArtifactInfo,
  type ArtifactList,
  type ArtifactStore,
  type ArtifactUsage,
  type NewArtifact,
} from '../artifact-store.ts';
import { BodyReader } from '../body-reader.ts';
import { fromListCursor, LIST_DEFAULT, LIST_LIMIT, toListPage } from '../list-cursor.ts';
import type { ArtifactStoreOptions } from '../memory-artifact-store.ts';
import { type ArtifactBodies, REMOVED_AT_ONCE } from './artifact-bodies.ts';
import { createSqlArtifactBodies } from './sql-artifact-bodies.ts';

interface FinishedArtifact {
  readonly scope: string;
  /** Name of its body. */
  readonly body: string;
  readonly info: Omit<ArtifactInfo, 'createdAt' | 'expiresAt'>;
  readonly ttlMs: number;
  /** Max bytes of all bodies of the scope together. */
  readonly maxBytes: number;
}

/** Age at which a body still being written counts as orphaned: one day, in milliseconds. */
const ABANDONED_MS = 24 * 60 * 60 * 1000;

const SAME = 'scope = ? AND domain = ? AND id = ?';
// In any scope, so that artifacts of inactive teams expire too.
const EXPIRED = `body IN (SELECT body FROM artifacts WHERE expires_at <= ${NOW} ORDER BY expires_at LIMIT ${REMOVED_AT_ONCE})`;
const OF_SCOPE = `FROM artifacts WHERE scope = ?1 AND expires_at > ${NOW}`;
// The least recently used bodies: those beyond the point where the sum, newest first, exceeds the room. The plain sum
// is checked first and is usually enough. Sorting on every put took 17 ms with 5,000 artifacts.
const LEAST_USED = `body IN (SELECT body FROM (SELECT body,
    sum(bytes) OVER (ORDER BY used_at DESC, created_at DESC, body DESC ROWS UNBOUNDED PRECEDING) AS running
  ${OF_SCOPE} AND (SELECT sum(bytes) ${OF_SCOPE}) > ?2) AS kept WHERE running > ?2)`;

/**
 * Returns the transaction that turns a written body into an artifact and makes room for it. The last statement returns
 * its row.
 */
function toFinishStatements({ scope, body, info, ttlMs, maxBytes }: FinishedArtifact): SqlStatement[] {
  const { ref, domain, id, mimeType, bytes } = info;
  return [
    ...toForgetStatements(SAME, scope, domain, id),
    ...toForgetStatements(LEAST_USED, scope, maxBytes - bytes),
    ...toExpireStatements(),
    sql('DELETE FROM artifact_uploads WHERE body = ?', body),
    sql(
      `INSERT INTO artifacts (scope, domain, id, ref, body, mime_type, bytes, created_at, expires_at, used_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ${NOW}, ${NOW} + ?, ${NOW}) RETURNING *`,
      ...[scope, domain, id, ref, body, mimeType, bytes, ttlMs],
    ),
  ];
}

/** Deletes expired artifacts, a few at a time. */
const toExpireStatements = (): SqlStatement[] => toForgetStatements(EXPIRED);

/**
 * Deletes artifacts from the index and lists their bodies as orphaned. The second statement's `changes` is their
 * number.
 */
function toForgetStatements(where: string, ...params: readonly (string | number)[]): SqlStatement[] {
  return [
    sql(
      `INSERT INTO artifact_uploads (body, at) SELECT body, 0 FROM artifacts WHERE ${where}
       ON CONFLICT (body) DO UPDATE SET at = 0`,
      ...params,
    ),
    sql(`DELETE FROM artifacts WHERE ${where}`, ...params),
  ];
}

/** Selects orphaned bodies, at most `REMOVED_AT_ONCE`. */
function toLeftStatement(): SqlStatement {
  const before = `CASE WHEN ${NOW} > ${ABANDONED_MS} THEN ${NOW} - ${ABANDONED_MS} ELSE 1 END`;
  return sql(`SELECT body FROM artifact_uploads WHERE at < ${before} ORDER BY at LIMIT ${REMOVED_AT_ONCE}`);
}

export interface SqlArtifactsOptions extends ArtifactStoreOptions {
  /** Storage of the bodies. Default: a table of the same database. */
  readonly bodies?: ArtifactBodies | undefined;
}

/** Usage of one scope. */
export interface ScopeUsage extends ArtifactUsage {
  readonly scope: string;
}

/** Artifacts indexed in a migrated database. */
export type SqlArtifacts = ReturnType<typeof createSqlArtifacts>;

const BODY_ID_BYTES = 16;
const LIVE = `scope = ? AND domain = ? AND id = ? AND expires_at > ${NOW}`;

/**
 * Creates artifact stores over a database. Each artifact has a row in `artifacts` with scope, size, times and the name
 * of its body, `<scope>/<32 random hex digits>`, which only that row refers to. The body is wherever `bodies` stores
 * it. The row is written once the body is complete.
 *
 * `artifact_uploads` lists bodies without a row. Bodies being written are swept after a day. Bodies of artifacts that
 * were removed, replaced, evicted or expired are listed in the transaction that deletes the row, and removed right
 * after it. So a crash or a failing object store only leaves bodies that a later call or `sweep` removes.
 *
 * Takes the usual store options; `maxBytes` applies per scope. `put` rejects with an `ArtifactError`, the other
 * methods with a `SqlError` or an `ArtifactError`.
 */
export function createSqlArtifacts(given: SqlDatabase, options: SqlArtifactsOptions = {}) {
  const database = withClock(given, options.now);
  const { bodies = createSqlArtifactBodies(database) } = options;

  const removeBodies = async (names: readonly string[]): Promise<void> => {
    if (names.length === 0) return;
    await bodies.remove(names);
    const marks = names.map(() => '?').join(', ');
    await database.query(`DELETE FROM artifact_uploads WHERE body IN (${marks})`, ...names);
  };
  const thenSweep: Scope['thenSweep'] = async (statements) => {
    const results = await database.batch([...statements, toLeftStatement()]);
    // The request itself is done; bodies that cannot be removed now are left to the next call.
    await removeBodies(bodiesOf(results.at(-1))).catch(() => {});
    return results;
  };
  const discard: Scope['discard'] = async (body) => {
    const left = await database.query('SELECT body FROM artifact_uploads WHERE body = ?', body);
    await removeBodies(bodiesOf(left));
  };

  return {
    /** Returns the store of one scope, i.e. a team, isolated from all others. The size limit applies per scope. */
    of: (scope: string): ArtifactStore => createScope({ database, bodies, scope, options, thenSweep, discard }),
    /**
     * Deletes expired artifacts of all scopes, and orphaned bodies. Every `put` does some of this, so it is needed only
     * if nothing is put for long. Rejects with a `SqlError` or an `ArtifactError`.
     */
    async sweep(): Promise<void> {
      for (let some = true; some; ) {
        const [, expired, found] = await database.batch([...toExpireStatements(), toLeftStatement()]);
        const left = bodiesOf(found);
        await removeBodies(left);
        some = (expired?.changes ?? 0) > 0 || left.length === REMOVED_AT_ONCE;
      }
    },
    /** Usage of each scope that has any artifacts, ordered by name. Rejects with a `SqlError`. */
    async usage(): Promise<readonly ScopeUsage[]> {
      const { rows } = await database.query(
        `SELECT scope, count(*) AS n, sum(bytes) AS bytes FROM artifacts WHERE expires_at > ${NOW} GROUP BY scope ORDER BY scope`,
      );
      const { maxBytes = ARTIFACT_MAX_BYTES, ttlMs = ARTIFACT_TTL_MS } = options;
      return rows.map(({ scope, n, bytes }) => {
        return { scope: String(scope), artifacts: Number(n), bytes: Number(bytes), maxBytes, ttlMs };
      });
    },
  };
}

function bodiesOf(found: SqlResult | undefined): readonly string[] {
  return (found?.rows ?? []).map(({ body }) => String(body));
}

interface Scope {
  readonly database: SqlDatabase;
  readonly bodies: ArtifactBodies;
  readonly scope: string;
  readonly options: ArtifactStoreOptions;
  /** Runs a transaction, then removes some of the orphaned bodies. */
  readonly thenSweep: (statements: readonly SqlStatement[]) => Promise<readonly SqlResult[]>;
  /** Removes a body unless an artifact has it: a transaction that was reported as failed may be committed. */
  readonly discard: (body: string) => Promise<void>;
}

function createScope(of: Scope): ArtifactStore {
  const { database, bodies, scope, options, thenSweep } = of;
  const { ttlMs = ARTIFACT_TTL_MS, maxBytes = ARTIFACT_MAX_BYTES } = options;

  return {
    put: (artifact) => putArtifact(of, artifact),

    async info({ domain, id }) {
      const { rows } = await database.query(`SELECT * FROM artifacts WHERE ${LIVE}`, scope, domain, id);
      return rows[0] === undefined ? undefined : toInfo(rows[0]);
    },

    async read({ domain, id }, { offset = 0, length = Infinity } = {}) {
      const { rows } = await database.query(`SELECT body, bytes FROM artifacts WHERE ${LIVE}`, scope, domain, id);
      const [row] = rows;
      if (row === undefined) return undefined;
      // Only eviction depends on `used_at`, so a full disk must not fail the read.
      const touch = `UPDATE artifacts SET used_at = ${NOW} WHERE scope = ? AND domain = ? AND id = ?`;
      await database.query(touch, scope, domain, id).catch(() => {});
      const size = Number(row['bytes']);
      const from = Math.min(Math.max(0, offset), size);
      const to = Math.min(size, from + Math.max(0, length));
      return from === to ? new Uint8Array() : bodies.read(String(row['body']), from, to);
    },

    list: (page) => listArtifacts(of, page),

    async remove({ domain, id }) {
      const [, gone] = await thenSweep(toForgetStatements(LIVE, scope, domain, id));
      return (gone?.changes ?? 0) > 0;
    },

    async usage() {
      const sum = `SELECT count(*) AS n, coalesce(sum(bytes), 0) AS bytes FROM artifacts WHERE scope = ? AND expires_at > ${NOW}`;
      const { rows } = await database.query(sum, scope);
      return { artifacts: Number(rows[0]?.['n'] ?? 0), bytes: Number(rows[0]?.['bytes'] ?? 0), maxBytes, ttlMs };
    },
  };
}

async function putArtifact(
  { database, bodies, scope, options, thenSweep, discard }: Scope,
  artifact: NewArtifact,
): Promise<ArtifactInfo> {
  const { ttlMs = ARTIFACT_TTL_MS, maxBytes = ARTIFACT_MAX_BYTES } = options;
  const reader = new BodyReader(artifact);
  const body = `${encodeURIComponent(scope)}/${randomHex(BODY_ID_BYTES)}`;
  let reserved = false;
  const reserve = async (): Promise<void> => {
    await database.query(`INSERT INTO artifact_uploads (body, at) VALUES (?, ${NOW})`, body);
    reserved = true;
  };
  try {
    const rest = await bodies.write(body, reader.blocks(maxBytes), reserve);
    const info = await reader.finish();
    const results = await thenSweep([...rest, ...toFinishStatements({ scope, body, info, ttlMs, maxBytes })]);
    return toInfo(results.at(-2)?.rows[0] as SqlRow);
  } catch (error) {
    if (reserved) await discard(body).catch(() => {});
    throw error instanceof SqlError
      ? new ArtifactError('failed', `cannot store an artifact: ${error.message}`, error)
      : error;
  }
}

async function listArtifacts(
  { database, scope }: Scope,
  { cursor, limit = LIST_DEFAULT }: Parameters<ArtifactStore['list']>[0] = {},
): Promise<ArtifactList | undefined> {
  const after = cursor === undefined ? undefined : fromListCursor(cursor);
  if (cursor !== undefined && after === undefined) return undefined;
  const max = Math.min(Math.max(1, limit), LIST_LIMIT);
  const { createdAt, ref } = after ?? { createdAt: Number.MAX_SAFE_INTEGER, ref: '' };
  const { rows } = await database.query(
    `SELECT * FROM artifacts WHERE scope = ? AND expires_at > ${NOW} AND created_at <= ? AND (created_at < ? OR ref > ?)
     ORDER BY created_at DESC, ref LIMIT ?`,
    ...[scope, createdAt, createdAt, ref, max + 1],
  );
  return toListPage(rows.map(toInfo), max);
}

function toInfo(row: SqlRow): ArtifactInfo {
  return {
    ref: String(row['ref']),
    domain: String(row['domain']),
    id: String(row['id']),
    mimeType: String(row['mime_type']),
    bytes: Number(row['bytes']),
    createdAt: Number(row['created_at']),
    expiresAt: Number(row['expires_at']),
  };
}

import { NOW } from '../../storage/database-clock.ts';
import { type SqlStatement, sql } from '../../storage/sql-database.ts';
import type { ArtifactInfo } from '../artifact-store.ts';
import { REMOVED_AT_ONCE } from './artifact-bodies.ts';

export interface FinishedArtifact {
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
export function toFinishStatements({ scope, body, info, ttlMs, maxBytes }: FinishedArtifact): SqlStatement[] {
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
export function toExpireStatements(): SqlStatement[] {
  return toForgetStatements(EXPIRED);
}

/**
 * Deletes artifacts from the index and lists their bodies as orphaned. The second statement's `changes` is their
 * number.
 */
export function toForgetStatements(where: string, ...params: readonly (string | number)[]): SqlStatement[] {
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
export function toLeftStatement(): SqlStatement {
  const before = `CASE WHEN ${NOW} > ${ABANDONED_MS} THEN ${NOW} - ${ABANDONED_MS} ELSE 1 END`;
  return sql(`SELECT body FROM artifact_uploads WHERE at < ${before} ORDER BY at LIMIT ${REMOVED_AT_ONCE}`);
}

import type { ArtifactInfo } from '../artifacts/artifact-store.ts';
import { REMOVED_AT_ONCE } from './artifact-bodies.ts';
import { type SqlStatement, sql } from './sql-database.ts';

export interface FinishedArtifact {
  readonly scope: string;
  /** What its body is written under. */
  readonly body: string;
  readonly info: ArtifactInfo;
  /** Bytes of all bodies of the scope together. */
  readonly maxBytes: number;
}

/** Milliseconds after which a body that is still being written was left behind: a day. */
const ABANDONED_MS = 24 * 60 * 60 * 1000;

const SAME = 'scope = ? AND domain = ? AND id = ?';
// Whoever's they are: a team that puts nothing any more has its artifacts expire all the same.
const EXPIRED = `body IN (SELECT body FROM artifacts WHERE expires_at <= ? ORDER BY expires_at LIMIT ${REMOVED_AT_ONCE})`;
const OF_SCOPE = 'FROM artifacts WHERE scope = ?1 AND expires_at > ?2';
// Of the newest use first, those with which the sum goes beyond what is left. Adding up comes first, which is enough
// for most: a put beside 5,000 others took 17 ms when all were put in order each time.
const LEAST_USED = `body IN (SELECT body FROM (SELECT body,
    sum(bytes) OVER (ORDER BY used_at DESC, rowid DESC ROWS UNBOUNDED PRECEDING) AS running
  ${OF_SCOPE} AND (SELECT sum(bytes) ${OF_SCOPE}) > ?3) WHERE running > ?3)`;

/** What makes a body that is written an artifact, and room for it: to run as one transaction. */
export function toFinishStatements({ scope, body, info, maxBytes }: FinishedArtifact): SqlStatement[] {
  const { ref, domain, id, mimeType, bytes, createdAt, expiresAt } = info;
  return [
    ...toForgetStatements(SAME, scope, domain, id),
    ...toForgetStatements(LEAST_USED, scope, createdAt, maxBytes - bytes),
    ...toExpireStatements(createdAt),
    sql('DELETE FROM artifact_uploads WHERE body = ?', body),
    sql(
      `INSERT INTO artifacts (scope, domain, id, ref, body, mime_type, bytes, created_at, expires_at, used_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ...[scope, domain, id, ref, body, mimeType, bytes, createdAt, expiresAt, createdAt],
    ),
  ];
}

/** Forgets what has expired, a few at a time. */
export function toExpireStatements(now: number): SqlStatement[] {
  return toForgetStatements(EXPIRED, now);
}

/** Takes artifacts out of the index and puts their bodies down as left behind; the second statement's changes tell how many. */
export function toForgetStatements(where: string, ...params: readonly (string | number)[]): SqlStatement[] {
  return [
    sql(`INSERT OR REPLACE INTO artifact_uploads (body, at) SELECT body, 0 FROM artifacts WHERE ${where}`, ...params),
    sql(`DELETE FROM artifacts WHERE ${where}`, ...params),
  ];
}

/** Gives bodies that were left behind, at most `REMOVED_AT_ONCE`. */
export function toLeftStatement(now: number): SqlStatement {
  const before = Math.max(1, now - ABANDONED_MS);
  return sql(`SELECT body FROM artifact_uploads WHERE at < ? ORDER BY at LIMIT ${REMOVED_AT_ONCE}`, before);
}

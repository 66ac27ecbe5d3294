import type { ArtifactInfo } from '../artifacts/artifact-store.ts';
import { type SqlStatement, sql } from './sql-database.ts';

export interface FinishedArtifact {
  readonly scope: string;
  /** What its chunks are written under. */
  readonly body: string;
  readonly info: ArtifactInfo;
  /** Bytes of all bodies of the scope together. */
  readonly maxBytes: number;
}

/** Milliseconds after which a body that is still being written was left behind: a day. */
const ABANDONED_MS = 24 * 60 * 60 * 1000;

const GONE = 'scope = ? AND (expires_at <= ? OR (domain = ? AND id = ?))';
// Of the newest use first, those with which the sum goes beyond what is left.
const LEAST_USED = `SELECT body FROM (SELECT body,
    sum(bytes) OVER (ORDER BY used_at DESC, rowid DESC ROWS UNBOUNDED PRECEDING) AS running
  FROM artifacts WHERE scope = ?) WHERE running > ?`;

/** What makes a body that is written an artifact, and room for it: to run as one transaction. */
export function toFinishStatements({ scope, body, info, maxBytes }: FinishedArtifact): SqlStatement[] {
  const { ref, domain, id, mimeType, bytes, createdAt, expiresAt } = info;
  const gone = [scope, createdAt, domain, id];
  const abandoned = createdAt - ABANDONED_MS;
  return [
    sql(`DELETE FROM artifact_chunks WHERE body IN (SELECT body FROM artifacts WHERE ${GONE})`, ...gone),
    sql(`DELETE FROM artifacts WHERE ${GONE}`, ...gone),
    sql(`DELETE FROM artifact_chunks WHERE body IN (${LEAST_USED})`, scope, maxBytes - bytes),
    sql(`DELETE FROM artifacts WHERE scope = ? AND body IN (${LEAST_USED})`, scope, scope, maxBytes - bytes),
    sql('DELETE FROM artifact_uploads WHERE body = ?', body),
    sql('DELETE FROM artifact_chunks WHERE body IN (SELECT body FROM artifact_uploads WHERE at < ?)', abandoned),
    sql('DELETE FROM artifact_uploads WHERE at < ?', abandoned),
    sql(
      `INSERT INTO artifacts (scope, domain, id, ref, body, mime_type, bytes, created_at, expires_at, used_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ...[scope, domain, id, ref, body, mimeType, bytes, createdAt, expiresAt, createdAt],
    ),
  ];
}

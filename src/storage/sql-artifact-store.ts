import { randomHex } from '../access/api-key.ts';
import { artifactBlocks, BLOCK_BYTES } from '../artifacts/artifact-blocks.ts';
import { ArtifactError } from '../artifacts/artifact-error.ts';
import { createArtifactId } from '../artifacts/artifact-id.ts';
import { formatArtifactRef } from '../artifacts/artifact-ref.ts';
import {
  ARTIFACT_MAX_BYTES,
  ARTIFACT_TTL_MS,
  type ArtifactInfo,
  type ArtifactStore,
} from '../artifacts/artifact-store.ts';
import { fromListCursor, LIST_DEFAULT, LIST_LIMIT, toListCursor } from '../artifacts/list-cursor.ts';
import type { ArtifactStoreOptions } from '../artifacts/memory-artifact-store.ts';
import { toFinishStatements } from './sql-artifact-write.ts';
import { type SqlDatabase, type SqlRow, sql } from './sql-database.ts';

/** Artifacts in a migrated database. */
export interface SqlArtifacts {
  /** Those of one scope, a team: no other's are ever seen, and the cap is each scope's own. */
  of(scope: string): ArtifactStore;
}

/** Chunks that one query gives back. */
const CHUNKS_AT_ONCE = 4;
const BODY_ID_BYTES = 16;

/** Options as of every store; `maxBytes` is for each scope. Methods reject with an `ArtifactError` or a `SqlError`. */
export function createSqlArtifacts(database: SqlDatabase, options: ArtifactStoreOptions = {}): SqlArtifacts {
  return { of: (scope) => createScope(database, scope, options) };
}

function createScope(database: SqlDatabase, scope: string, options: ArtifactStoreOptions): ArtifactStore {
  const { ttlMs = ARTIFACT_TTL_MS, maxBytes = ARTIFACT_MAX_BYTES, now = Date.now } = options;
  const live = 'FROM artifacts WHERE scope = ? AND domain = ? AND id = ? AND expires_at > ?';

  const writeChunk = (body: string, n: number, bytes: Uint8Array) =>
    sql('INSERT INTO artifact_chunks (body, n, bytes) VALUES (?, ?, ?)', body, n, bytes);

  const discard = async (body: string): Promise<void> => {
    await database.batch([
      sql('DELETE FROM artifact_chunks WHERE body = ?', body),
      sql('DELETE FROM artifact_uploads WHERE body = ?', body),
    ]);
  };

  return {
    async put({ domain, mimeType, body: content }) {
      const naming = createArtifactId(domain);
      const body = randomHex(BODY_ID_BYTES);
      // The last block so far: an artifact of one block is written in one transaction.
      let block: Uint8Array | undefined;
      let n = 0;
      let size = 0;
      try {
        for await (const next of artifactBlocks(content)) {
          size += next.length;
          if (size > maxBytes) {
            throw new ArtifactError('too_large', `store an artifact: it is larger than ${maxBytes} bytes`);
          }
          if (block !== undefined) {
            if (n === 0) await database.query('INSERT INTO artifact_uploads (body, at) VALUES (?, ?)', body, now());
            const { sql: text, params } = writeChunk(body, n++, block);
            await database.query(text, ...params);
          }
          await naming.add(next);
          block = next;
        }
        const id = await naming.finish();
        const createdAt = now();
        const ref = formatArtifactRef({ domain, id });
        const info = { ref, domain, id, mimeType, bytes: size, createdAt, expiresAt: createdAt + ttlMs };
        await database.batch([
          ...(block === undefined ? [] : [writeChunk(body, n, block)]),
          ...toFinishStatements({ scope, body, info, maxBytes }),
        ]);
        return info;
      } catch (error) {
        // What cannot be taken away now goes a day after it was left.
        if (n > 0) await discard(body).catch(() => {});
        throw error;
      }
    },

    async info({ domain, id }) {
      const { rows } = await database.query(`SELECT * ${live}`, scope, domain, id, now());
      return rows[0] === undefined ? undefined : toInfo(rows[0]);
    },

    async read({ domain, id }, { offset = 0, length = Infinity } = {}) {
      const [, found] = await database.batch([
        sql('UPDATE artifacts SET used_at = ? WHERE scope = ? AND domain = ? AND id = ?', now(), scope, domain, id),
        sql(`SELECT body, bytes ${live}`, scope, domain, id, now()),
      ]);
      const row = found?.rows[0];
      if (row === undefined) return undefined;
      const size = Number(row['bytes']);
      const from = Math.min(Math.max(0, offset), size);
      const to = Math.min(size, from + Math.max(0, length));
      const out = new Uint8Array(to - from);
      for (let n = Math.floor(from / BLOCK_BYTES); n * BLOCK_BYTES < to; n += CHUNKS_AT_ONCE) {
        // D1 hands a byte over as a number: only those asked for.
        const chunks = await database.query(
          `SELECT max(?, n * ${BLOCK_BYTES}) AS at,
             substr(bytes, max(0, ? - n * ${BLOCK_BYTES}) + 1, ? - max(?, n * ${BLOCK_BYTES})) AS part
           FROM artifact_chunks WHERE body = ? AND n >= ? AND n < ? AND n * ${BLOCK_BYTES} < ?`,
          ...[from, from, to, from, String(row['body']), n, n + CHUNKS_AT_ONCE, to],
        );
        const parts = chunks.rows.map(({ at, part }) => ({ at: Number(at), part: part as Uint8Array }));
        if (parts.length === 0) return undefined; // removed since
        for (const { at, part } of parts) out.set(part, at - from);
      }
      return out;
    },

    async list({ cursor, limit = LIST_DEFAULT } = {}) {
      const after = cursor === undefined ? undefined : fromListCursor(cursor);
      if (cursor !== undefined && after === undefined) return undefined;
      const most = Math.min(Math.max(1, limit), LIST_LIMIT);
      const { createdAt, ref } = after ?? { createdAt: Number.MAX_SAFE_INTEGER, ref: '' };
      const { rows } = await database.query(
        `SELECT * FROM artifacts WHERE scope = ? AND expires_at > ? AND created_at <= ? AND (created_at < ? OR ref > ?)
         ORDER BY created_at DESC, ref LIMIT ?`,
        ...[scope, now(), createdAt, createdAt, ref, most + 1],
      );
      const artifacts = rows.slice(0, most).map(toInfo);
      const last = artifacts.at(-1);
      return rows.length > most && last !== undefined ? { artifacts, nextCursor: toListCursor(last) } : { artifacts };
    },

    async remove({ domain, id }) {
      const [, gone] = await database.batch([
        sql(`DELETE FROM artifact_chunks WHERE body IN (SELECT body ${live})`, scope, domain, id, now()),
        sql(`DELETE ${live}`, scope, domain, id, now()),
      ]);
      return (gone?.changes ?? 0) > 0;
    },

    async usage() {
      const sum =
        'SELECT count(*) AS n, coalesce(sum(bytes), 0) AS bytes FROM artifacts WHERE scope = ? AND expires_at > ?';
      const { rows } = await database.query(sum, scope, now());
      return { artifacts: Number(rows[0]?.['n'] ?? 0), bytes: Number(rows[0]?.['bytes'] ?? 0), maxBytes, ttlMs };
    },
  };
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

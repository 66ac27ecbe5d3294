import { NOW } from '../../storage/database-clock.ts';
import { type SqlDatabase, sql } from '../../storage/sql-database.ts';
import type { AnswerCache } from './answer-cache.ts';

export interface SqlAnswerCacheOptions {
  /** Milliseconds that an answer is valid. */
  readonly ttlMs: number;
  /** Max bytes of all entries in all scopes. Above it, the entries that expire first are evicted. */
  readonly maxBytes: number;
}

/** Cached answers in a migrated database. */
export type SqlAnswerCache = ReturnType<typeof createSqlAnswerCache>;

/** Entries evicted at once when there are too many bytes, and puts after which the sum is recomputed. */
const EVICTED = 500;
const RECOUNT = 1_000;

/** Approximate bytes of an entry in addition to its value: keys, index and page overhead. */
const ROW_BYTES = 200;

/** Creates the cache. Requests do not wait for writes; if one fails, the next request computes again. */
export function createSqlAnswerCache(database: SqlDatabase, { ttlMs, maxBytes }: SqlAnswerCacheOptions) {
  let bytes = 0;
  let puts = 0;

  const recount = async (): Promise<void> => {
    const [, total] = await database.batch([
      sql(`DELETE FROM answers WHERE expires_at <= ${NOW}`),
      sql('SELECT coalesce(sum(bytes), 0) AS bytes FROM answers'),
    ]);
    bytes = Number(total?.rows[0]?.['bytes'] ?? 0);
  };

  const evict = async (): Promise<void> => {
    const { rows } = await database.query(
      `DELETE FROM answers WHERE (scope, key) IN
         (SELECT scope, key FROM answers ORDER BY expires_at LIMIT ${EVICTED}) RETURNING bytes`,
    );
    for (const row of rows) bytes -= Number(row['bytes']);
    if (rows.length === 0) bytes = 0;
  };

  return {
    /** Returns the cache of one scope, i.e. a team, isolated from all others. */
    of: (scope: string): AnswerCache => ({
      async get(key) {
        const find = `SELECT value FROM answers WHERE scope = ? AND key = ? AND expires_at > ${NOW}`;
        const { rows } = await database.lookup(find, scope, key);
        return rows[0] === undefined ? undefined : String(rows[0]['value']);
      },
      async put(key, value) {
        const size = value.length + ROW_BYTES;
        if (size > maxBytes) return;
        if (puts++ % RECOUNT === 0) await recount();
        while (bytes + size > maxBytes) await evict();
        await database.query(
          `INSERT INTO answers (scope, key, value, bytes, expires_at) VALUES (?, ?, ?, ?, ${NOW} + ?)
             ON CONFLICT (scope, key) DO UPDATE
             SET value = excluded.value, bytes = excluded.bytes, expires_at = excluded.expires_at`,
          scope,
          key,
          value,
          size,
          ttlMs,
        );
        bytes += size;
      },
    }),
  };
}

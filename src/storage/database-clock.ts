import type { SqlDatabase } from './sql-database.ts';

/**
 * Milliseconds since 1970 by the database's clock, in SQLite's dialect; `toPostgres` translates it. Whatever expires is
 * compared with it, because one process with a wrong clock would delete the data of all others.
 */
export const NOW = "CAST(unixepoch('subsec') * 1000 AS INTEGER)";

/** Replaces the database's clock, e.g. by that of a test. Without `now`, returns the database itself. */
export function withClock(database: SqlDatabase, now: (() => number) | undefined): SqlDatabase {
  if (now === undefined) return database;
  const at = (sql: string): string => sql.replaceAll(NOW, () => `CAST(${Math.trunc(now())} AS BIGINT)`);
  return {
    ...database,
    query: (sql, ...params) => database.query(at(sql), ...params),
    lookup: (sql, ...params) => database.lookup(at(sql), ...params),
    report: (sql, ...params) => database.report(at(sql), ...params),
    batch: (statements) => database.batch(statements.map(({ sql, params }) => ({ sql: at(sql), params }))),
  };
}

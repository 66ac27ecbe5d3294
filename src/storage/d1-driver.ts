import type { SqlDatabase, SqlResult, SqlRow, SqlValue } from './sql-database.ts';
import { toSqlError } from './sql-error.ts';

/** The part of Cloudflare's `D1Database` binding that we use. */
export interface D1Binding {
  prepare(query: string): D1Prepared;
  batch(statements: D1Prepared[]): Promise<D1Answer[]>;
}

export interface D1Prepared {
  bind(...values: unknown[]): D1Prepared;
  run(): Promise<D1Answer>;
}

interface D1Answer {
  readonly results?: unknown[];
  readonly meta: { readonly changes?: number };
}

/** Adapts D1 to `SqlDatabase`. A batch is D1's own, which runs as one transaction. */
export function createD1Database(d1: D1Binding): SqlDatabase {
  const prepare = (sql: string, params: readonly SqlValue[]): D1Prepared => {
    const statement = d1.prepare(sql);
    return params.length === 0 ? statement : statement.bind(...params);
  };
  const query: SqlDatabase['query'] = async (sql, ...params) => {
    try {
      return toResult(await prepare(sql, params).run());
    } catch (error) {
      throw toSqlError(error);
    }
  };
  return {
    dialect: 'sqlite',
    query,
    lookup: query,
    report: query,
    async batch(statements) {
      if (statements.length === 0) return [];
      try {
        return (await d1.batch(statements.map(({ sql, params }) => prepare(sql, params)))).map(toResult);
      } catch (error) {
        throw toSqlError(error);
      }
    },
    close: () => {},
  };
}

function toResult({ results, meta }: D1Answer): SqlResult {
  return { rows: (results ?? []).map(toRow), changes: meta.changes ?? 0 };
}

// D1 returns blobs as arrays of numbers. The row belongs to this caller, so it is not copied.
function toRow(row: unknown): SqlRow {
  const values = row as Record<string, unknown>;
  for (const name in values) {
    const value = values[name];
    if (Array.isArray(value)) values[name] = Uint8Array.from(value as number[]);
  }
  return values as SqlRow;
}

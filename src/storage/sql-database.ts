/** Values that SQLite stores and returns. Blobs are bytes. */
export type SqlValue = string | number | null | Uint8Array;

export type SqlRow = Readonly<Record<string, SqlValue>>;

/** A statement with a value for each `?`. */
export interface SqlStatement {
  readonly sql: string;
  readonly params: readonly SqlValue[];
}

/** Result of one statement in a batch. */
export interface SqlResult {
  readonly rows: readonly SqlRow[];
  /** Rows inserted, updated or deleted. */
  readonly changes: number;
}

/**
 * A database on any platform: D1, `node:sqlite` or PostgreSQL. Statements are written in SQLite's dialect, as far as
 * PostgreSQL has an equivalent; `toPostgres` translates them. `test/contract/sql-database.ts` is the contract suite.
 */
export interface SqlDatabase {
  /** The SQL dialect. The two differ in full text search and types of columns. */
  readonly dialect: 'sqlite' | 'postgres';
  /** Runs one statement. Rejects with a `SqlError`. */
  query(sql: string, ...params: readonly SqlValue[]): Promise<SqlResult>;
  /** Runs a statement whose caller can do without: on a server that answers late, it fails soon. Rejects as `query`. */
  lookup(sql: string, ...params: readonly SqlValue[]): Promise<SqlResult>;
  /**
   * Runs a SELECT that may take seconds, off the event loop where the host can. It sees what was committed before.
   * Rejects with a `SqlError`.
   */
  report(sql: string, ...params: readonly SqlValue[]): Promise<SqlResult>;
  /** Runs statements in order as one transaction. Rejects with a `SqlError`. */
  batch(statements: readonly SqlStatement[]): Promise<readonly SqlResult[]>;
  /** Closes the file, if there is one; safe to call twice. */
  close(): void;
}

/** Creates a statement with its values. */
export const sql = (text: string, ...params: readonly SqlValue[]): SqlStatement => ({ sql: text, params });

/** What SQLite stores and gives back. Blobs are bytes. */
export type SqlValue = string | number | null | Uint8Array;

export type SqlRow = Readonly<Record<string, SqlValue>>;

/** One statement with a value for each `?`. */
export interface SqlStatement {
  readonly sql: string;
  readonly params: readonly SqlValue[];
}

/** What a statement of a batch came to. */
export interface SqlResult {
  readonly rows: readonly SqlRow[];
  /** Rows inserted, updated or deleted. */
  readonly changes: number;
}

/**
 * SQLite, wherever it runs: D1 and `node:sqlite` have a driver each, and one contract suite,
 * `test/contract/sql-database.ts`, holds both to this.
 */
export interface SqlDatabase {
  /** Runs one statement. Rejects with a `SqlError`. */
  query(sql: string, ...params: readonly SqlValue[]): Promise<SqlResult>;
  /** Runs statements in order as one transaction: all of them or none. Rejects with a `SqlError`. */
  batch(statements: readonly SqlStatement[]): Promise<readonly SqlResult[]>;
  /** Lets go of the file, where there is one; safe to call again. */
  close(): void;
}

/** A statement with its values. */
export function sql(text: string, ...params: readonly SqlValue[]): SqlStatement {
  return { sql: text, params };
}

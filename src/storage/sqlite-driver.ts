import type { SqlDatabase, SqlResult, SqlRow, SqlStatement, SqlValue } from './sql-database.ts';
import { LOCKED, SqlError, toSqlError } from './sql-error.ts';

/** The part of `node:sqlite`'s `DatabaseSync` that we use; Node and Deno both have it. */
export interface SqliteHandle {
  exec(sql: string): void;
  prepare(sql: string): SqliteStatement;
  close(): void;
}

interface SqliteStatement {
  all(...params: unknown[]): unknown[];
  run(...params: unknown[]): { readonly changes: number | bigint };
  columns(): readonly { readonly name: string }[];
  /** Returns rows as arrays; available from Node 22.16. */
  setReturnArrays?(enabled: boolean): void;
}

interface Prepared {
  readonly statement: SqliteStatement;
  /** Column names of a statement that returns rows. */
  readonly names: readonly string[];
  readonly writes: boolean;
}

export interface SqliteOptions {
  /** Milliseconds that a statement waits for another process's write before it fails as `busy`. Default 5,000. */
  readonly busyTimeoutMs?: number | undefined;
  /** Waits before a retry on a locked database. Default `setTimeout`. */
  readonly pause?: ((ms: number) => Promise<void>) | undefined;
  /** Milliseconds of a monotonic clock. */
  readonly now?: (() => number) | undefined;
  /** Max prepared statements kept. */
  readonly prepared?: number | undefined;
}

const BUSY_TIMEOUT_MS = 5_000;
/** Milliseconds that SQLite itself waits, which blocks the event loop; longer waits use a timer. */
const BLOCKING_MS = 2;
const RETRY_MS = 25;
/** Max statements waiting for a lock; more fail as `busy` at once. Once the lock is free, 500 take about 50 ms. */
const MAX_WAITING = 500;
const PREPARED = 200;
const WRITES = /^\s*(insert|update|delete)/i;
const READS = /^\s*select/i;

/**
 * Adapts an open SQLite database to `SqlDatabase`. Statements run synchronously, so nothing interleaves with a batch.
 * Uses write-ahead logging, so readers never wait for a writer. Waits for other processes' locks in a queue with
 * timers. Only the first in the queue retries, so the event loop stays free however many wait.
 */
export function createSqliteDatabase(handle: SqliteHandle, options: SqliteOptions = {}): SqlDatabase {
  const { busyTimeoutMs = BUSY_TIMEOUT_MS, pause = wait, prepared = PREPARED } = options;
  const { now = () => performance.now() } = options;
  handle.exec(`PRAGMA busy_timeout = ${BLOCKING_MS}`);
  // Refused in memory and on file systems without shared memory; their default mode works as well.
  handle.exec('PRAGMA journal_mode = WAL');
  handle.exec('PRAGMA synchronous = NORMAL');
  handle.exec('PRAGMA foreign_keys = ON');
  const statements = new Map<string, Prepared>();
  let open = true;

  const prepare = (sql: string): Prepared => {
    const statement = handle.prepare(sql);
    const writes = WRITES.test(sql);
    if (statements.size >= prepared) statements.clear();
    const made = { statement, writes, names: statement.columns().map(({ name }) => name) };
    // Objects with a name per value take longer than the values themselves.
    if (made.names.length > 0) statement.setReturnArrays?.(true);
    statements.set(sql, made);
    return made;
  };

  const run = ({ sql, params }: SqlStatement): SqlResult => {
    const { statement, names, writes } = statements.get(sql) ?? prepare(sql);
    if (names.length === 0) return { rows: [], changes: Number(statement.run(...params).changes) };
    const rows = statement.all(...params).map((row) => toRow(row, names));
    return { rows, changes: writes ? rows.length : 0 };
  };

  const transaction = (batch: readonly SqlStatement[], writes: boolean): readonly SqlResult[] => {
    // Both give a consistent snapshot; a read-only transaction does not wait for a writer.
    handle.exec(writes ? 'BEGIN IMMEDIATE' : 'BEGIN');
    try {
      const results = batch.map(run);
      handle.exec('COMMIT');
      return results;
    } catch (error) {
      try {
        handle.exec('ROLLBACK');
      } catch {
        // A full disk has rolled it back already.
      }
      throw error;
    }
  };

  /** Undefined if another process holds the database. */
  const attempt = <T>(work: () => T): { readonly value: T } | undefined => {
    if (!open) throw new SqlError('failed', 'the database is closed');
    try {
      return { value: work() };
    } catch (error) {
      const told = toSqlError(error);
      if (told.code === 'busy') return undefined;
      throw told;
    }
  };

  let waiting = 0;
  let last = Promise.resolve();
  const inQueue = async <T>(work: () => T, until: number): Promise<T> => {
    if (waiting >= MAX_WAITING) throw new SqlError('busy', LOCKED);
    const before = last;
    let leave = (): void => {};
    last = new Promise((resolve) => {
      leave = resolve;
    });
    waiting += 1;
    try {
      for (await before; now() < until; await pause(RETRY_MS)) {
        const done = attempt(work);
        if (done !== undefined) return done.value;
      }
      throw new SqlError('busy', LOCKED);
    } finally {
      waiting -= 1;
      leave();
    }
  };

  const whenFree = async <T>(work: () => T, writes: boolean): Promise<T> => {
    const until = now() + busyTimeoutMs;
    const done = writes && waiting > 0 ? undefined : attempt(work);
    return done === undefined ? inQueue(work, until) : done.value;
  };

  return {
    query: (sql, ...params) => whenFree(() => run({ sql, params }), WRITES.test(sql)),
    batch: (batch) => {
      const writes = batch.some(({ sql }) => !READS.test(sql));
      return whenFree(() => (batch.length === 0 ? [] : transaction(batch, writes)), writes);
    },
    close: () => {
      if (!open) return;
      open = false;
      statements.clear();
      handle.close();
    },
  };
}

function toRow(values: unknown, names: readonly string[]): SqlRow {
  if (!Array.isArray(values)) return { ...(values as SqlRow) };
  const row: Record<string, SqlValue> = {};
  for (let i = 0; i < names.length; i++) row[names[i] as string] = values[i];
  return row;
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

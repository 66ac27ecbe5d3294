import { wait } from '../base/in-time.ts';
import { type BurstOptions, Bursts } from './bursts.ts';
import type { SqlDatabase, SqlResult, SqlRow, SqlStatement, SqlValue } from './sql-database.ts';
import { SQL_CAUSES, SqlError, toSqlError } from './sql-error.ts';

interface LockOptions {
  /** Milliseconds that a statement waits for another process's write before it fails as `busy`. Default 5,000. */
  readonly busyTimeoutMs?: number | undefined;
  /** Waits before a retry on a locked database. Default `setTimeout`. */
  readonly pause?: ((ms: number) => Promise<void>) | undefined;
  /** Milliseconds of a monotonic clock. */
  readonly now?: (() => number) | undefined;
}

const BUSY_TIMEOUT_MS = 5_000;
const RETRY_MS = 25;
/** Max statements waiting for a lock; more fail as `busy` at once. Once the lock is free, 500 take about 50 ms. */
const MAX_WAITING = 500;

/** Retries work while another process holds the database. Only the first in the queue retries, however many wait. */
class LockQueue {
  readonly #busyTimeoutMs: number;
  readonly #pause: (ms: number) => Promise<void>;
  readonly #now: () => number;
  #waiting = 0;
  #last = Promise.resolve();

  constructor({ busyTimeoutMs = BUSY_TIMEOUT_MS, pause = wait, now = () => performance.now() }: LockOptions) {
    this.#busyTimeoutMs = busyTimeoutMs;
    this.#pause = pause;
    this.#now = now;
  }

  /** Runs work at once if possible. A write waits behind queued work. Rejects with a `SqlError`. */
  async run<T>(work: () => T, writes: boolean): Promise<T> {
    const until = this.#now() + this.#busyTimeoutMs;
    const done = writes && this.#waiting > 0 ? undefined : attempt(work);
    return done === undefined ? this.#inQueue(work, until) : done.value;
  }

  async #inQueue<T>(work: () => T, until: number): Promise<T> {
    if (this.#waiting >= MAX_WAITING) throw new SqlError('busy', SQL_CAUSES.busy);
    const before = this.#last;
    let leave = (): void => {};
    this.#last = new Promise((resolve) => {
      leave = resolve;
    });
    this.#waiting += 1;
    try {
      for (await before; this.#now() < until; await this.#pause(RETRY_MS)) {
        const done = attempt(work);
        if (done !== undefined) return done.value;
      }
      throw new SqlError('busy', SQL_CAUSES.busy);
    } finally {
      this.#waiting -= 1;
      leave();
    }
  }
}

/** Returns undefined if another process holds the database. */
function attempt<T>(work: () => T): { readonly value: T } | undefined {
  try {
    return { value: work() };
  } catch (error) {
    const told = toSqlError(error);
    if (told.code === 'busy') return undefined;
    throw told;
  }
}

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

export interface SqliteOptions extends LockOptions, BurstOptions {
  /** True if the file was removed or replaced, which SQLite does not notice. Asked before each write. */
  readonly isGone?: (() => boolean) | undefined;
  /** True if the handle cannot write. Default false. */
  readonly isReadOnly?: boolean | undefined;
}

/** Milliseconds that SQLite itself waits, which blocks the event loop; longer waits use a timer. */
const BLOCKING_MS = 2;
/** Max prepared statements kept. */
const PREPARED = 200;
const WRITES = /^\s*(insert|update|delete)/i;
const READS = /^\s*select/i;

/**
 * Adapts an open SQLite database to `SqlDatabase`. Statements run synchronously, so nothing interleaves with a batch.
 * Uses write-ahead logging, so readers never wait for a writer. Waits for other processes' locks in a queue with
 * timers.
 */
export function createSqliteDatabase(handle: SqliteHandle, options: SqliteOptions = {}): SqlDatabase {
  const { isGone = () => false, isReadOnly = false } = options;
  handle.exec(`PRAGMA busy_timeout = ${BLOCKING_MS}`);
  if (!isReadOnly) {
    // Refused in memory and on file systems without shared memory; their default mode works as well.
    handle.exec('PRAGMA journal_mode = WAL');
    handle.exec('PRAGMA synchronous = NORMAL');
    handle.exec('PRAGMA foreign_keys = ON');
  }
  const queue = new LockQueue(options);
  const bursts = new Bursts(options);
  const prepared = new Map<string, Prepared>();
  let open = true;

  const prepare = (sql: string): Prepared => {
    const statement = handle.prepare(sql);
    if (prepared.size >= PREPARED) prepared.clear();
    const made = { statement, writes: WRITES.test(sql), names: statement.columns().map(({ name }) => name) };
    // Rows as arrays, because objects with a name per value take longer than the values themselves.
    if (made.names.length > 0) statement.setReturnArrays?.(true);
    prepared.set(sql, made);
    return made;
  };
  const run = ({ sql, params }: SqlStatement): SqlResult => {
    const { statement, names, writes } = prepared.get(sql) ?? prepare(sql);
    if (names.length === 0) return { rows: [], changes: Number(statement.run(...params).changes) };
    const rows = statement.all(...params).map((row) => toRow(row, names));
    return { rows, changes: writes ? rows.length : 0 };
  };
  const whenFree = async <T>(work: () => T, writes: boolean): Promise<T> => {
    for (let wait = bursts.over(); wait !== undefined; wait = bursts.over()) await wait;
    return queue.run(() => {
      if (!open) throw new SqlError('failed', 'the database is closed');
      if (writes && isGone()) throw new SqlError('gone', SQL_CAUSES.gone);
      return bursts.time(work);
    }, writes);
  };
  const query: SqlDatabase['query'] = (sql, ...params) => whenFree(() => run({ sql, params }), WRITES.test(sql));

  return {
    dialect: 'sqlite',
    query,
    lookup: query,
    report: query,
    batch: (batch) => {
      const writes = batch.some(({ sql }) => !READS.test(sql));
      return whenFree(() => (batch.length === 0 ? [] : transact(handle, () => batch.map(run), writes)), writes);
    },
    close: () => {
      if (!open) return;
      open = false;
      prepared.clear();
      checkpoint(handle, isReadOnly);
      handle.close();
    },
  };
}

/** Moves all changes into the file itself, which SQLite does by itself only if no other connection has it open. */
function checkpoint(handle: SqliteHandle, isReadOnly: boolean): void {
  if (isReadOnly) return;
  try {
    handle.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } catch {
    // They stay in the write-ahead log.
  }
}

function transact<T>(handle: SqliteHandle, work: () => T, writes: boolean): T {
  // Both give a consistent snapshot; a read-only transaction does not wait for a writer.
  handle.exec(writes ? 'BEGIN IMMEDIATE' : 'BEGIN');
  try {
    const result = work();
    handle.exec('COMMIT');
    return result;
  } catch (error) {
    try {
      handle.exec('ROLLBACK');
    } catch {
      // SQLite has rolled back already if the disk is full.
    }
    throw error;
  }
}

function toRow(values: unknown, names: readonly string[]): SqlRow {
  if (!Array.isArray(values)) return { ...(values as SqlRow) };
  const row: Record<string, SqlValue> = {};
  for (let i = 0; i < names.length; i++) row[names[i] as string] = values[i];
  return row;
}

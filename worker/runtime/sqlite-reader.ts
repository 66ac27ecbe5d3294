import { Worker } from 'node:worker_threads';
import type { SqlResult, SqlStatement, SqlValue } from '../../src/storage/sql-database.ts';
import { SqlError, type SqlErrorCode } from '../../src/storage/sql-error.ts';

/** The thread's message for the request with this id. */
export type ReaderResponse = { readonly id: number } & (
  | { readonly result: SqlResult }
  | { readonly code: SqlErrorCode; readonly message: string }
);

export interface ReaderRequest extends SqlStatement {
  readonly id: number;
}

interface Pending {
  readonly resolve: (result: SqlResult) => void;
  readonly reject: (error: SqlError) => void;
}

/** Max statements in the queue. More fail as `busy`. */
const MAX_PENDING = 64;

/**
 * Creates a reader whose thread starts with the first query. Reports over the usage of 10,000 keys take seconds, which
 * would block the event loop.
 */
export function createSqliteReader(file: string) {
  const pending = new Map<number, Pending>();
  const inFlight = new Map<string, Promise<SqlResult>>();
  let thread: Worker | undefined;
  let closed = false;
  let last = 0;

  const end = (message: string): void => {
    thread = undefined;
    for (const { reject } of pending.values()) reject(new SqlError('failed', message));
    pending.clear();
  };
  const start = (): Worker => {
    const module = import.meta.url.endsWith('.ts') ? './sqlite-reader-thread.ts' : './sqlite-reader-thread.js';
    const started = new Worker(new URL(module, import.meta.url), { workerData: file });
    started.on('message', (answer: ReaderResponse) => {
      const one = pending.get(answer.id);
      pending.delete(answer.id);
      if ('result' in answer) one?.resolve(answer.result);
      else one?.reject(new SqlError(answer.code, answer.message));
    });
    started.on('error', (error) => end(`the thread that reads the database failed: ${String(error)}`));
    started.on('exit', () => {
      if (thread === started) end('the thread that reads the database has ended');
    });
    started.unref();
    return started;
  };

  const ask = (sql: string, params: readonly SqlValue[]): Promise<SqlResult> =>
    new Promise((resolve, reject) => {
      if (closed) throw new SqlError('failed', 'the database is closed');
      if (pending.size >= MAX_PENDING) throw new SqlError('busy', 'too many reports are being read');
      thread ??= start();
      const id = ++last;
      pending.set(id, { resolve, reject });
      thread.postMessage({ id, sql, params } satisfies ReaderRequest);
    });

  return {
    /** Runs SELECTs one at a time. Equal ones in the queue run once. Rejects with a `SqlError`. */
    query: ({ sql, params }: SqlStatement): Promise<SqlResult> => {
      const key = JSON.stringify([sql, params]);
      const found = inFlight.get(key) ?? ask(sql, params).finally(() => inFlight.delete(key));
      inFlight.set(key, found);
      return found;
    },
    /** Rejects the in-flight statements; safe to call twice. */
    close(): void {
      closed = true;
      const ending = thread;
      end('the database is closed');
      void ending?.terminate();
    },
  };
}

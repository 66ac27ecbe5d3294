import { Worker } from 'node:worker_threads';
import type { SqlResult, SqlStatement } from '../../src/storage/sql-database.ts';
import { SqlError, type SqlErrorCode } from '../../src/storage/sql-error.ts';

/** Answer of the thread to the statement of that number. */
export type ReaderAnswer = { readonly id: number } & (
  | { readonly result: SqlResult }
  | { readonly code: SqlErrorCode; readonly message: string }
);

export interface ReaderQuestion extends SqlStatement {
  readonly id: number;
}

/** Reads a database file in a thread. */
export interface SqliteReader {
  /** Runs a SELECT; one at a time. Rejects with a `SqlError`. */
  query(statement: SqlStatement): Promise<SqlResult>;
  /** Rejects what is in flight; safe to call twice. */
  close(): void;
}

interface Waiting {
  readonly resolve: (result: SqlResult) => void;
  readonly reject: (error: SqlError) => void;
}

/**
 * Creates a reader whose thread starts with the first query. Reports over the usage of 10,000 keys take seconds, for
 * which the event loop would stand still.
 */
export function createSqliteReader(file: string): SqliteReader {
  const waiting = new Map<number, Waiting>();
  let thread: Worker | undefined;
  let closed = false;
  let last = 0;

  const end = (message: string): void => {
    thread = undefined;
    for (const { reject } of waiting.values()) reject(new SqlError('failed', message));
    waiting.clear();
  };
  const start = (): Worker => {
    const module = import.meta.url.endsWith('.ts') ? './sqlite-reader-thread.ts' : './sqlite-reader-thread.js';
    const started = new Worker(new URL(module, import.meta.url), { workerData: file });
    started.on('message', (answer: ReaderAnswer) => {
      const one = waiting.get(answer.id);
      waiting.delete(answer.id);
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

  return {
    query: ({ sql, params }) =>
      new Promise((resolve, reject) => {
        if (closed) {
          reject(new SqlError('failed', 'the database is closed'));
          return;
        }
        thread ??= start();
        const id = ++last;
        waiting.set(id, { resolve, reject });
        thread.postMessage({ id, sql, params } satisfies ReaderQuestion);
      }),
    close() {
      closed = true;
      const ending = thread;
      end('the database is closed');
      void ending?.terminate();
    },
  };
}

import { SQL_CAUSES, SqlError, toSqlError } from './sql-error.ts';

export interface LockOptions {
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
export class LockQueue {
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

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

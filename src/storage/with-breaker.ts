import { type After, byTimeout } from '../base/in-time.ts';
import type { SqlDatabase } from './sql-database.ts';
import { SQL_CAUSES, SqlError } from './sql-error.ts';

/** `up`: a trivial statement is answered at once. `slow`: it is answered late. `down`: it fails, or gets no answer. */
export type Reach = 'up' | 'slow' | 'down';

/** How the server of a database fares. */
export interface ServerState {
  reach(): Reach;
  /** Number of statements that wait for a connection. */
  waiting(): number;
}

export interface ReachOptions {
  /** Sends a trivial statement over a connection of its own. Rejects if it fails. */
  readonly probe: () => Promise<unknown>;
  /** Called whenever the state changes, after statements without an answer were rejected. */
  readonly onChange: (reach: Reach) => void;
  /** Default `setTimeout`. */
  readonly after?: After | undefined;
}

/** Milliseconds without an answer after which the server is probed. */
const LOOKUP_MS = 250;
const QUERY_MS = 1_000;
/** Milliseconds after which a probe without an answer shows that the server is slow, and that it is down. */
const SLOW_MS = 500;
const DOWN_MS = 1_000;
/** Milliseconds between probes until the server is up again. */
const AGAIN_MS = 500;

/** A statement without an answer. */
interface Waiting {
  readonly isLookup: boolean;
  readonly reject: (error: SqlError) => void;
}

/**
 * Wraps a database on a server, so that nobody waits for one that does not answer (the circuit breaker of M. Nygard,
 * "Release It!"). A statement may take its time, so only probes decide. While the server is slow, lookups fail at once;
 * while it is down, all statements do.
 */
export function withBreaker(database: SqlDatabase, options: ReachOptions): SqlDatabase & { inFlight(): number } {
  const breaker = new Breaker(options);
  return {
    ...database,
    query: (sql, ...params) => breaker.run(false, () => database.query(sql, ...params)),
    lookup: (sql, ...params) => breaker.run(true, () => database.lookup(sql, ...params)),
    report: (sql, ...params) => breaker.run(false, () => database.report(sql, ...params)),
    batch: (statements) => breaker.run(false, () => database.batch(statements)),
    inFlight: () => breaker.inFlight(),
    close() {
      breaker.close();
      database.close();
    },
  };
}

class Breaker {
  readonly #probe: ReachOptions['probe'];
  readonly #onChange: ReachOptions['onChange'];
  readonly #after: After;
  readonly #waiting = new Set<Waiting>();
  #reach: Reach = 'up';
  /** Why the last probe failed. */
  #why: unknown;
  #isProbing = false;
  #isClosed = false;

  constructor({ probe, onChange, after = byTimeout }: ReachOptions) {
    this.#probe = probe;
    this.#onChange = onChange;
    this.#after = after;
  }

  run<T>(isLookup: boolean, work: () => Promise<T>): Promise<T> {
    if (this.#isRefused(isLookup)) return Promise.reject(this.#away());
    return new Promise((resolve, reject) => {
      const mine = { isLookup, reject };
      this.#waiting.add(mine);
      let cancel = (): void => {};
      const watch = (): void => {
        cancel = this.#after(isLookup ? LOOKUP_MS : QUERY_MS, () => {
          void this.#look();
          watch();
        });
      };
      watch();
      work()
        .then(resolve, (error: unknown) => {
          if (error instanceof SqlError && error.code === 'away') void this.#look();
          reject(error);
        })
        .finally(() => {
          cancel();
          this.#waiting.delete(mine);
        });
    });
  }

  inFlight(): number {
    return this.#waiting.size;
  }

  close(): void {
    this.#isClosed = true;
  }

  #isRefused(isLookup: boolean): boolean {
    return this.#reach === 'down' || (this.#reach === 'slow' && isLookup);
  }

  #away(): SqlError {
    return new SqlError('away', SQL_CAUSES.away, this.#why);
  }

  /** Probes until the server is up. */
  async #look(): Promise<void> {
    if (this.#isProbing) return;
    this.#isProbing = true;
    for (;;) {
      this.#become(await this.#probeOnce());
      if (this.#reach === 'up' || this.#isClosed) break;
      await new Promise<void>((resolve) => this.#after(AGAIN_MS, resolve));
    }
    this.#isProbing = false;
  }

  #probeOnce(): Promise<Reach> {
    return new Promise((resolve) => {
      let answered: Reach = 'up';
      const cancels = [
        this.#after(SLOW_MS, () => {
          answered = 'slow';
          if (this.#reach === 'up') this.#become('slow');
        }),
        this.#after(DOWN_MS, () => resolve('down')),
      ];
      this.#probe()
        .then(
          () => resolve(answered),
          (error: unknown) => {
            this.#why = error;
            resolve('down');
          },
        )
        .finally(() => cancels.map((cancel) => cancel()));
    });
  }

  #become(next: Reach): void {
    if (next === this.#reach || this.#isClosed) return;
    this.#reach = next;
    for (const { isLookup, reject } of this.#waiting) if (this.#isRefused(isLookup)) reject(this.#away());
    this.#onChange(next);
  }
}

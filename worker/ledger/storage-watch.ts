import type { SqlDatabase } from '../../src/storage/sql-database.ts';
import { SQL_CAUSES, sqlErrorIn, toSqlError } from '../../src/storage/sql-error.ts';
import { mayExpire } from '../../src/teams/usage/expiry-gate.ts';
import { giveSignOfLife } from '../../src/teams/usage/sign-of-life.ts';
import { errorName, type WorkerLog } from '../http/events/worker-event.ts';

export interface StorageState {
  readonly storage: 'ok' | 'failing';
  /** Why it fails. */
  readonly cause?: string;
}

export interface StorageWatchOptions {
  readonly database: SqlDatabase;
  /** Tells this worker from others on the same database. */
  readonly worker: string;
  /** Milliseconds of a monotonic clock, and since 1970. */
  readonly now: () => number;
  readonly clock: () => number;
  readonly log: WorkerLog;
  /** Called once if the database is found damaged. Default: nothing. */
  readonly onDamage?: (() => void) | undefined;
}

/** Watches the storage of a worker: whether it can be written, its clock, and the workers on it. */
export type StorageWatch = ReturnType<typeof createStorageWatch>;

/** How long a check is believed, in milliseconds: anyone may ask for one, and each costs a write. */
const BELIEVED_MS = 1_000;
/** Max milliseconds between the clocks of a worker and its database. */
const MAX_SKEW_MS = 60_000;

/** Nothing is asked before the first `check`. */
export function createStorageWatch({ database, worker, now, clock, log, onDamage }: StorageWatchOptions) {
  let checked: { readonly at: number; readonly state: Promise<StorageState> } | undefined;
  let [skewMs, workers] = [0, 1];
  let [isFailing, isSkewed, isDamaged] = [false, false, false];

  const failing = (cause: string): StorageState => ({ storage: 'failing', cause });
  const onFailure = (error: unknown): void => {
    if (sqlErrorIn(error)?.code === 'damaged' && !isDamaged) {
      isDamaged = true;
      onDamage?.();
    }
    log({ event: 'storage_failed', error: errorName(error) });
  };
  const compare = (theirs: number, asked: number): void => {
    // The database answered at some time between the two.
    const [first, last] = [theirs - clock(), theirs - asked];
    skewMs = first > 0 ? first : Math.min(0, last);
    const was = isSkewed;
    isSkewed = Math.abs(skewMs) > MAX_SKEW_MS;
    if (isSkewed !== was) log({ event: isSkewed ? 'clock_wrong' : 'clock_right', skew_ms: skewMs });
  };
  const look = async (): Promise<StorageState> => {
    try {
      const asked = clock();
      const told = await giveSignOfLife(database, worker);
      isFailing = false;
      workers = Math.max(1, told.workers);
      compare(told.now, asked);
    } catch (error) {
      if (!isFailing) onFailure(error);
      isFailing = true;
      return failing(SQL_CAUSES[toSqlError(error).code]);
    }
    if (isDamaged) return failing(SQL_CAUSES.damaged);
    if (isSkewed) return failing(`the clocks of worker and database differ by ${Math.round(skewMs / 1000)} s`);
    return { storage: 'ok' };
  };
  const check = (): Promise<StorageState> => {
    if (checked === undefined || Math.abs(now() - checked.at) >= BELIEVED_MS) checked = { at: now(), state: look() };
    return checked.state;
  };

  return {
    /** Checks the storage, or returns the state of the last second. Never rejects. */
    check,
    /** Logs a failure, and remembers damage: a database that was found damaged once is not used by choice again. */
    onFailure,
    /** True if expired data may be deleted: the clocks agree, and none has jumped. Rejects with a `SqlError`. */
    async mayExpire(): Promise<boolean> {
      await look();
      if (isSkewed || isDamaged) return false;
      const toTime = (at: number): string => new Date(at).toISOString();
      return mayExpire(database, ({ from, to }) => log({ event: 'clock_jumped', from: toTime(from), to: toTime(to) }));
    },
    /** Milliseconds by which the database's clock is ahead of this worker's, at least; 0 if they may agree. */
    skewMs: (): number => skewMs,
    /** Number of workers on the database, as last seen. */
    workers: (): number => workers,
  };
}

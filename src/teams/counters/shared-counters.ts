import { wait } from '../../base/in-time.ts';
import type { RateAnswer } from '../keys/token-buckets.ts';

/** Counters that several workers share. Every method rejects if they cannot be reached. */
export interface SharedCounters {
  /** Takes a token from a bucket. A full bucket holds the tokens of a minute, and it is refilled steadily. */
  take(bucket: string, perMinute: number): Promise<RateAnswer>;
  /** Reserves bytes of a team's month. Resolves to undefined if there is no room. */
  reserve(wanted: WantedBytes): Promise<Reservation | undefined>;
  /** Safe to call twice. */
  close(): void;
}

export interface WantedBytes {
  readonly team: string;
  /** `2026-11`. */
  readonly month: string;
  readonly bytes: number;
  /** Max bytes of the month, and the bytes in the ledger when the request was authenticated. */
  readonly limit: number;
  readonly used: number;
  /** True if the ledger could not be written lately, so that it lacks bytes of this worker. */
  readonly isBehind: boolean;
}

/** Bytes that count as used until the ledger has them. */
export interface Reservation {
  /** Id of a lease in the database, which the ledger removes together with writing the request's record. */
  readonly lease?: number;
  /** Bytes of the month that all workers have used or reserved, if known. */
  readonly total?: number;
  /** Call once the request is over, with the bytes that it recorded: the rest is free again. */
  end(recorded: number): void;
}

export interface CounterSwitchOptions {
  /** Undefined: each worker counts for itself. */
  readonly counters: SharedCounters | undefined;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** Called with the error when the shared counters become unreachable, and without one when they are back. */
  readonly onChange: (error?: unknown) => void;
  /** Resolves after a time. Default `setTimeout`. */
  readonly pause?: ((ms: number) => Promise<void>) | undefined;
}

/** Asks the shared counters, or this worker's own while the shared ones are unreachable. */
export type CounterSwitch = ReturnType<typeof createCounterSwitch>;

/**
 * `own`: there are no shared counters. `away`: they are unreachable, so each worker counts for itself, and gives each
 * team its part of what was left.
 */
export type CounterState = 'shared' | 'own' | 'away';

/** Max milliseconds to wait for an answer. */
const MAX_WAIT_MS = 500;
/** Milliseconds for which counters that failed are not asked again. */
const AWAY_MS = 1_000;

export function createCounterSwitch({ counters, now, onChange, pause = wait }: CounterSwitchOptions) {
  let awayUntil: number | undefined;
  const fail = (error: unknown): void => {
    if (awayUntil === undefined) onChange(error);
    awayUntil = now() + AWAY_MS;
  };
  return {
    async ask<T>(shared: (counters: SharedCounters) => Promise<T>, own: () => T): Promise<T> {
      if (counters === undefined || (awayUntil !== undefined && now() < awayUntil)) return own();
      try {
        const late = pause(MAX_WAIT_MS).then(() => Promise.reject(new Error('the shared counters do not answer')));
        late.catch(() => {});
        const answer = await Promise.race([shared(counters), late]);
        if (awayUntil !== undefined) onChange();
        awayUntil = undefined;
        return answer;
      } catch (error) {
        fail(error);
        return own();
      }
    },
    state: (): CounterState => (counters === undefined ? 'own' : awayUntil === undefined ? 'shared' : 'away'),
  };
}

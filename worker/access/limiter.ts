import type { CounterSwitch } from '../../src/teams/counters/shared-counters.ts';
import type { Principal } from '../../src/teams/keys/principal.ts';
import { createTokenBuckets, type RateAnswer } from '../../src/teams/keys/token-buckets.ts';

/** Checks if a key may send another request now. */
export type Limiter = (principal: Principal) => Promise<RateAnswer> | RateAnswer;

export interface BucketLimiterOptions {
  /** Max requests per minute for keys without their own rate; 0: no limit. */
  readonly perMinute: number;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** Default: buckets in this process alone. */
  readonly counters?: CounterSwitch | undefined;
}

/** Creates token buckets per key. The administrator's secret and a keyless worker have no limit. */
export function createBucketLimiter({ perMinute, now, counters }: BucketLimiterOptions): Limiter {
  const buckets = createTokenBuckets({ now });
  return ({ kind, key, ratePerMinute }) => {
    const rate = ratePerMinute ?? perMinute;
    if (kind !== 'key' || rate === 0) return { ok: true };
    const own = (): RateAnswer => buckets.take(key, rate);
    return counters === undefined ? own() : counters.ask((shared) => shared.take(`key:${key}`, rate), own);
  };
}

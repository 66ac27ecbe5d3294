import type { Principal } from '../../src/access/principal.ts';
import { createTokenBuckets, type RateAnswer } from '../../src/access/token-buckets.ts';

/** Whether a key may send another request now. */
export type Limiter = (principal: Principal) => Promise<RateAnswer> | RateAnswer;

export interface BucketLimiterOptions {
  /** Requests a minute for keys without a rate of their own; 0: no bound. */
  readonly perMinute: number;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
}

/** A token bucket for each key, in this process. The administrator's secret and a keyless worker have no bound. */
export function createBucketLimiter({ perMinute, now }: BucketLimiterOptions): Limiter {
  const buckets = createTokenBuckets({ now });
  return ({ kind, key, ratePerMinute }) => {
    const rate = ratePerMinute ?? perMinute;
    return kind !== 'key' || rate === 0 ? { ok: true } : buckets.take(key, rate);
  };
}

import type { Principal } from '../../src/teams/keys/principal.ts';
import { createTokenBuckets, type RateAnswer } from '../../src/teams/keys/token-buckets.ts';

/** Checks if a key may send another request now. */
export type Limiter = (principal: Principal) => Promise<RateAnswer> | RateAnswer;

export interface BucketLimiterOptions {
  /** Max requests per minute for keys without their own rate; 0: no limit. */
  readonly perMinute: number;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
}

/** Creates token buckets per key in this process. The administrator's secret and a keyless worker have no limit. */
export function createBucketLimiter({ perMinute, now }: BucketLimiterOptions): Limiter {
  const buckets = createTokenBuckets({ now });
  return ({ kind, key, ratePerMinute }) => {
    const rate = ratePerMinute ?? perMinute;
    return kind !== 'key' || rate === 0 ? { ok: true } : buckets.take(key, rate);
  };
}

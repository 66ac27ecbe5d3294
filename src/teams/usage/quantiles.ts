import { bucketMiddle } from './latency-bucket.ts';

/** Request durations in milliseconds, each within 7.2 % of the true value. */
export interface Quantiles {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

/** Requests by bucket, numbered as in `toLatencyBucket`. */
export type BucketCounts = ReadonlyMap<number, number>;

/**
 * Quantiles by nearest rank: p50 is the duration that half of the requests did not exceed. Undefined if there are none.
 */
export function toQuantiles(counts: BucketCounts): Quantiles | undefined {
  const buckets = [...counts].filter(([, requests]) => requests > 0).sort(([a], [b]) => a - b);
  const total = buckets.reduce((sum, [, requests]) => sum + requests, 0);
  if (total === 0) return undefined;
  const at = (share: number): number => {
    const rank = Math.ceil(share * total);
    let seen = 0;
    const found = buckets.find(([, requests]) => {
      seen += requests;
      return seen >= rank;
    });
    return bucketMiddle(found?.[0] ?? 0);
  };
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

/** Each bucket is so many times as wide as the one before: five of them double. */
const GROWTH = 2 ** 0.2;
/** The shortest duration told from none, and the longest, in milliseconds. */
const SHORTEST_MS = 0.01;
const LONGEST_MS = 3_600_000;

const indexOf = (ms: number): number => Math.ceil(Math.log(ms / SHORTEST_MS) / Math.log(GROWTH));

/**
 * The bucket that a duration is counted in: bucket n holds the durations above 0.01 ms × 2^((n-1)/5) up to
 * 0.01 ms × 2^(n/5), so that 144 numbers serve from 0.01 ms to an hour. Bucket 0 holds what is shorter, such as what a
 * clock that stands still (workerd's) measures; what is no number is counted there too.
 */
export function toLatencyBucket(durationMs: number): number {
  return durationMs > SHORTEST_MS ? indexOf(Math.min(durationMs, LONGEST_MS)) : 0;
}

/** The duration that stands for a bucket, in milliseconds: its geometric middle, within 7.2 % of each in it. 0 for none. */
export function bucketMiddle(bucket: number): number {
  return bucket <= 0 ? 0 : SHORTEST_MS * GROWTH ** (bucket - 0.5);
}

/** Ratio of adjacent bucket widths: five buckets double it. */
const GROWTH = 2 ** 0.2;
/** Shortest duration that is distinguished from zero, and the longest, in milliseconds. */
const SHORTEST_MS = 0.01;
const LONGEST_MS = 3_600_000;

const indexOf = (ms: number): number => Math.ceil(Math.log(ms / SHORTEST_MS) / Math.log(GROWTH));

/**
 * Returns the bucket of a duration. Bucket n covers durations above 0.01 ms × 2^((n-1)/5) up to 0.01 ms × 2^(n/5), so
 * 144 numbers cover 0.01 ms to an hour. Bucket 0 holds shorter durations, such as those of workerd's clock, which
 * stands still. It also holds values that are not numbers.
 */
export function toLatencyBucket(durationMs: number): number {
  return durationMs > SHORTEST_MS ? indexOf(Math.min(durationMs, LONGEST_MS)) : 0;
}

/**
 * Duration that represents a bucket, in milliseconds: its geometric middle, within 7.2 % of every value in it. 0 for
 * bucket 0.
 */
export const bucketMiddle = (bucket: number): number => (bucket <= 0 ? 0 : SHORTEST_MS * GROWTH ** (bucket - 0.5));

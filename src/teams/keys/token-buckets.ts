/** Result of a rate check: whether the request may pass; if not, whole seconds until one may. */
export type RateAnswer = { readonly ok: true } | { readonly ok: false; readonly retryAfterSeconds: number };

export interface TokenBucketsOptions {
  /** Milliseconds of a clock. */
  readonly now: () => number;
  /** Max keys remembered; beyond it the least recently used is forgotten, which gives it a full bucket. */
  readonly max?: number | undefined;
}

const MAX = 10_000;
const MINUTE_MS = 60_000;

/** Keeps buckets in this process's memory. */
export function createTokenBuckets({ now, max = MAX }: TokenBucketsOptions) {
  const buckets = new Map<string, { tokens: number; at: number }>();
  return {
    take(key: string, perMinute: number): RateAnswer {
      const at = now();
      const last = buckets.get(key);
      // If the clock went back, no time counts as passed.
      const filled = last === undefined ? perMinute : last.tokens + (Math.max(0, at - last.at) * perMinute) / MINUTE_MS;
      const tokens = Math.min(perMinute, filled);
      // Reinserted at the end, because the map's order is the order of use.
      buckets.delete(key);
      buckets.set(key, { tokens: tokens >= 1 ? tokens - 1 : tokens, at });
      if (buckets.size > max) buckets.delete(buckets.keys().next().value as string);
      if (tokens >= 1) return { ok: true };
      return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil(((1 - tokens) / perMinute) * 60)) };
    },
  };
}

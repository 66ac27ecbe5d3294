import { createBucketLimiter, type Limiter } from './limiter.ts';

/** Cloudflare's rate limit binding. */
export interface RateLimitBinding {
  limit(options: { key: string }): Promise<{ success: boolean }>;
}

/** The period of the binding in `wrangler.toml`, in seconds. */
const PERIOD_S = 60;

/**
 * Creates a limiter from the binding, with the limit that `wrangler.toml` declares per key. A key's own rate is
 * enforced by each isolate separately. `now`: milliseconds of a clock.
 */
export function createBindingLimiter(binding: RateLimitBinding, now: () => number): Limiter {
  const own = createBucketLimiter({ perMinute: 0, now });
  return async (principal) => {
    if (principal.kind !== 'key') return { ok: true };
    const allowed = await own(principal);
    if (!allowed.ok) return allowed;
    const { success } = await binding.limit({ key: principal.key });
    return success ? { ok: true } : { ok: false, retryAfterSeconds: PERIOD_S };
  };
}

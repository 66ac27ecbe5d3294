import type { Limiter } from './limiter.ts';

/** Cloudflare's rate limit binding. */
export interface RateLimitBinding {
  limit(options: { key: string }): Promise<{ success: boolean }>;
}

/** The period of the binding in `wrangler.toml`, in seconds. */
const PERIOD_S = 60;

/** The limit that `wrangler.toml` declares, for each key. */
export function createBindingLimiter(binding: RateLimitBinding): Limiter {
  return async ({ kind, key }) => {
    if (kind !== 'key') return { ok: true };
    const { success } = await binding.limit({ key });
    return success ? { ok: true } : { ok: false, retryAfterSeconds: PERIOD_S };
  };
}

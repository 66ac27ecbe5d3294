/** The first bound and the last, in milliseconds. */
export const BACKOFF = { firstMs: 500, maxMs: 60_000 } as const;

export interface Backoff {
  /** How many waits there were since it was reset. */
  readonly attempt: number;
  /** Milliseconds to wait before the next attempt. */
  next(): number;
  reset(): void;
}

/**
 * Waits between nothing and a bound that doubles each time, evenly drawn ("full jitter", M. Brooker, AWS Architecture
 * Blog, 2015): many launchers do not come back to one server at once.
 */
export function createBackoff(random: () => number): Backoff {
  let attempt = 0;
  return {
    get attempt() {
      return attempt;
    },
    next() {
      const bound = Math.min(BACKOFF.maxMs, BACKOFF.firstMs * 2 ** attempt);
      attempt++;
      return Math.round(random() * bound);
    },
    reset() {
      attempt = 0;
    },
  };
}

/** Initial and max upper bound of a wait, in milliseconds. */
const BACKOFF = { firstMs: 500, maxMs: 60_000 } as const;

export interface Backoff {
  /** Number of waits since the last reset. */
  readonly attempt: number;
  /** Returns the time to wait before the next attempt, in milliseconds. */
  next(): number;
  reset(): void;
}

/**
 * Creates waits drawn uniformly between 0 and a bound that doubles each time ("full jitter", M. Brooker, AWS
 * Architecture Blog, 2015). This keeps many launchers from reconnecting to one server at the same time.
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

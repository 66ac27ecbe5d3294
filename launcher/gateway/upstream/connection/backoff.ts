/** Initial and max upper bound of a wait, in milliseconds. */
const BACKOFF = { firstMs: 500, maxMs: 60_000 } as const;

export type Backoff = ReturnType<typeof createBackoff>;

/**
 * Creates waits drawn uniformly between 0 and a bound that doubles each time ("full jitter", M. Brooker, AWS
 * Architecture Blog, 2015). This keeps many launchers from reconnecting to one server at the same time.
 */
export function createBackoff(random: () => number) {
  let attempt = 0;
  return {
    /** Number of waits since the last reset. */
    get attempt(): number {
      return attempt;
    },
    /** Returns the time to wait before the next attempt, in milliseconds. */
    next(): number {
      const bound = Math.min(BACKOFF.maxMs, BACKOFF.firstMs * 2 ** attempt);
      attempt++;
      return Math.round(random() * bound);
    },
    reset(): void {
      attempt = 0;
    },
  };
}

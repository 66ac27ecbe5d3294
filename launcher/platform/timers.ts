/** Clock and timers, passed in so that tests need not wait. */
export interface Timers {
  /** Milliseconds since an arbitrary fixed time. */
  now(): number;
  /** Calls `run` once after `ms` milliseconds. Returns a function that cancels it. */
  after(ms: number, run: () => void): () => void;
}

/** Longest delay of a timer, in milliseconds (24 days). Node treats a longer one as 1 ms. */
export const MAX_TIMER_MS: number = 2 ** 31 - 1;

export const systemTimers: Timers = {
  now: () => performance.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, Math.min(Math.max(ms, 0), MAX_TIMER_MS));
    return () => clearTimeout(timer);
  },
};

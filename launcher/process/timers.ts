/** The clock that executions go by; handed in, so that a test need not wait. */
export interface Timers {
  /** Milliseconds from some fixed moment. */
  now(): number;
  /** Runs `run` once, `ms` from now, unless the function it returns is called before. */
  after(ms: number, run: () => void): () => void;
}

/** The longest time that a timer can take, in milliseconds: 24 days. Node takes a longer one for 1 ms. */
export const MAX_TIMER_MS: number = 2 ** 31 - 1;

export const systemTimers: Timers = {
  now: () => performance.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, Math.min(Math.max(ms, 0), MAX_TIMER_MS));
    return () => clearTimeout(timer);
  },
};

/** The clock that executions go by; handed in, so that a test need not wait. */
export interface Timers {
  /** Milliseconds from some fixed moment. */
  now(): number;
  /** Runs `run` once, `ms` from now, unless the function it returns is called before. */
  after(ms: number, run: () => void): () => void;
}

export const systemTimers: Timers = {
  now: () => performance.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

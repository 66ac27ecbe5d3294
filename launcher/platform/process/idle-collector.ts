import type { Timers } from '../timers.ts';

/** Milliseconds without a request after which a process counts as idle. */
export const IDLE_MS = 10_000;

/** Collects garbage once after each busy period of the process. */
export interface IdleCollector {
  /** Runs `work`, and settles as it does. */
  busy<T>(work: () => Promise<T>): Promise<T>;
  /** Stops collecting. */
  close(): void;
}

/** `collect` is called `IDLE_MS` after the last work has ended, if none has begun since. */
export function createIdleCollector(timers: Timers, collect: () => void): IdleCollector {
  let inFlight = 0;
  let isClosed = false;
  let cancel = (): void => {};
  return {
    async busy(work) {
      cancel();
      inFlight++;
      try {
        return await work();
      } finally {
        inFlight--;
        if (inFlight === 0 && !isClosed) cancel = timers.after(IDLE_MS, collect);
      }
    },
    close() {
      isClosed = true;
      cancel();
    },
  };
}

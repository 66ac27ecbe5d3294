import type { Timers } from '../timers.ts';

/** Milliseconds without a request after which a process counts as idle. */
export const IDLE_MS = 10_000;

/** `collect` is called `IDLE_MS` after the last work has ended, if none has begun since. */
export function createIdleCollector(timers: Timers, collect: () => void) {
  let inFlight = 0;
  let isClosed = false;
  let cancel = (): void => {};
  return {
    /** Runs `work`, and settles as it does. */
    async busy<T>(work: () => Promise<T>): Promise<T> {
      cancel();
      inFlight++;
      try {
        return await work();
      } finally {
        inFlight--;
        if (inFlight === 0 && !isClosed) cancel = timers.after(IDLE_MS, collect);
      }
    },
    /** Stops collecting. */
    close(): void {
      isClosed = true;
      cancel();
    },
  };
}

import { MAX_TIMER_MS, type Timers } from '../../../platform/timers.ts';

/** Max total time of a call in milliseconds, regardless of progress. */
export const longestCall = (timeoutMs: number): number => Math.min(Math.max(10 * timeoutMs, 600_000), MAX_TIMER_MS);

export type RequestClock = ReturnType<typeof startRequestClock>;

/** Starts a clock that calls `onRing` once, after `timeoutMs` without progress or `maxMs` in total. */
export function startRequestClock(
  { timeoutMs, maxMs }: { readonly timeoutMs: number; readonly maxMs: number },
  timers: Timers,
  onRing: (afterMs: number) => void,
) {
  let state: 'runs' | 'stands' | 'over' = 'stands';
  let left = maxMs;
  let since = 0;
  let cancelIdle = (): void => {};
  let cancelMost = (): void => {};
  const ring = (afterMs: number): void => {
    clock.stop();
    onRing(afterMs);
  };
  const waitIdle = (): void => {
    cancelIdle = timers.after(timeoutMs, () => ring(timeoutMs));
  };
  const clock = {
    /** Call on progress. Restarts the time without progress. */
    progressed(): void {
      if (state !== 'runs') return;
      cancelIdle();
      waitIdle();
    },
    /** Stops the clock while the server waits for a person or the client. */
    pause(): void {
      if (state !== 'runs') return;
      state = 'stands';
      left -= timers.now() - since;
      cancelIdle();
      cancelMost();
    },
    /** Continues the clock. The time without progress starts over, the total time continues. */
    resume(): void {
      if (state !== 'stands') return;
      state = 'runs';
      since = timers.now();
      waitIdle();
      cancelMost = timers.after(Math.max(0, left), () => ring(maxMs));
    },
    stop(): void {
      state = 'over';
      cancelIdle();
      cancelMost();
    },
  };
  clock.resume();
  return clock;
}

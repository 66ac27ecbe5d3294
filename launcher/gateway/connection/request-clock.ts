import { MAX_TIMER_MS, type Timers } from '../../process/timers.ts';

/** Milliseconds that a call may take in all, however often it tells of progress. */
export function longestCall(timeoutMs: number): number {
  return Math.max(10 * timeoutMs, 600_000);
}

export const AS_LONG_AS_IT_TAKES: number = MAX_TIMER_MS;

export interface RequestClock {
  /** There was progress: the time without any begins anew. */
  progressed(): void;
  stop(): void;
}

/** Rings once, after `timeoutMs` without progress or `mostMs` in all. */
export function startRequestClock(
  { timeoutMs, mostMs }: { readonly timeoutMs: number; readonly mostMs: number },
  timers: Timers,
  onRing: (afterMs: number) => void,
): RequestClock {
  const ring = (afterMs: number): void => {
    stop();
    onRing(afterMs);
  };
  let cancelIdle = timers.after(timeoutMs, () => ring(timeoutMs));
  const cancelMost = timers.after(mostMs, () => ring(mostMs));
  let stopped = false;
  const stop = (): void => {
    stopped = true;
    cancelIdle();
    cancelMost();
  };
  return {
    progressed() {
      if (stopped) return;
      cancelIdle();
      cancelIdle = timers.after(timeoutMs, () => ring(timeoutMs));
    },
    stop,
  };
}

import { MAX_TIMER_MS, type Timers } from '../../process/timers.ts';

/** Milliseconds that a call may take in all, however often it tells of progress. */
export function longestCall(timeoutMs: number): number {
  return Math.min(Math.max(10 * timeoutMs, 600_000), MAX_TIMER_MS);
}

export const AS_LONG_AS_IT_TAKES: number = MAX_TIMER_MS;

export interface RequestClock {
  /** There was progress: the time without any begins anew. */
  progressed(): void;
  /** The clock stands: the server waits for somebody else. */
  pause(): void;
  /** It goes on: the time without progress begins anew, the time in all where it stood. */
  resume(): void;
  stop(): void;
}

/** Rings once, after `timeoutMs` without progress or `maxMs` in all. */
export function startRequestClock(
  { timeoutMs, maxMs }: { readonly timeoutMs: number; readonly maxMs: number },
  timers: Timers,
  onRing: (afterMs: number) => void,
): RequestClock {
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
  const clock: RequestClock = {
    progressed() {
      if (state !== 'runs') return;
      cancelIdle();
      waitIdle();
    },
    pause() {
      if (state !== 'runs') return;
      state = 'stands';
      left -= timers.now() - since;
      cancelIdle();
      cancelMost();
    },
    resume() {
      if (state !== 'stands') return;
      state = 'runs';
      since = timers.now();
      waitIdle();
      cancelMost = timers.after(Math.max(0, left), () => ring(maxMs));
    },
    stop() {
      state = 'over';
      cancelIdle();
      cancelMost();
    },
  };
  clock.resume();
  return clock;
}

import type { Timers } from '../../process/timers.ts';

/** Waits until `work` has come to an end, well or not, but `ms` milliseconds at most. */
export function within(ms: number, work: Promise<unknown>, timers: Timers): Promise<void> {
  return new Promise((resolve) => {
    const cancel = timers.after(ms, resolve);
    const end = (): void => {
      cancel();
      resolve();
    };
    work.then(end, end);
  });
}

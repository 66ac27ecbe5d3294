import type { Timers } from '../../../platform/timers.ts';

/** Waits until `work` settles, but at most `ms` milliseconds. */
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

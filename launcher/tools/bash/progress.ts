import type { Timers } from '../../process/timers.ts';

const EVERY_MS = 1000;

/** Reports about each second for how long the command runs and how much it printed; returns what stops the reports. */
export function reportWhileRunning(
  report: (progress: number, message: string) => void,
  bytes: () => number,
  timers: Timers,
): () => void {
  const began = timers.now();
  let cancel = (): void => {};
  const next = (): void => {
    cancel = timers.after(EVERY_MS, () => {
      report(Math.round((timers.now() - began) / 1000), `${bytes()} bytes of output so far`);
      next();
    });
  };
  next();
  return () => cancel();
}

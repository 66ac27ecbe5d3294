import type { Timers } from '../../platform/timers.ts';

const EVERY_MS = 1000;

/**
 * Reports about once a second how long the command has run and how much it has printed. Returns a function that stops
 * the reports.
 */
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

import { systemTimers, type Timers } from '../../../../launcher/platform/timers.ts';

export interface HeldTimers extends Timers {
  /** Fires the oldest timer of `ms` milliseconds. */
  ring(ms: number): void;
}

/** The system's timers, except for timers of the given lengths, which fire when the test says so. */
export function heldTimers(...held: readonly number[]): HeldTimers {
  const waiting: { ms: number; run: () => void }[] = [];
  let ahead = 0;
  return {
    now: () => systemTimers.now() + ahead,
    after: (ms, run) => {
      if (!held.includes(ms)) return systemTimers.after(ms, run);
      const timer = { ms, run };
      waiting.push(timer);
      return () => {
        const at = waiting.indexOf(timer);
        if (at >= 0) waiting.splice(at, 1);
      };
    },
    ring: (ms) => {
      const at = waiting.findIndex((timer) => timer.ms === ms);
      const [timer] = at < 0 ? [] : waiting.splice(at, 1);
      if (timer === undefined) throw new Error(`no timer of ${ms} ms is waiting`);
      ahead += ms;
      timer.run();
    },
  };
}

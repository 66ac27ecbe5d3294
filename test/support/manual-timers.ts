import type { Timers } from '../../launcher/platform/timers.ts';

export interface ManualTimers extends Timers {
  /** Advances the clock by `ms` milliseconds, and runs the timers due by then, in order. */
  advance(ms: number): void;
}

/** A clock that stands still unless it is advanced. */
export function manualTimers(): ManualTimers {
  let time = 0;
  const due = new Set<{ readonly at: number; readonly run: () => void }>();
  return {
    now: () => time,
    after(ms, run) {
      const one = { at: time + ms, run };
      due.add(one);
      return () => void due.delete(one);
    },
    advance(ms) {
      time += ms;
      for (const one of [...due].filter(({ at }) => at <= time).sort((a, b) => a.at - b.at)) {
        if (due.delete(one)) one.run();
      }
    },
  };
}

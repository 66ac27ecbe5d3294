import type { Timers } from '../process/timers.ts';

/** Waits for servers that have not said yet what they have, so that a name which is not known may still turn out to be theirs. */
export interface FirstLists {
  /** Something about a server has changed. */
  changed(): void;
  /** Resolves once no server is to be waited for, or it has taken too long; rejects with the signal's reason. */
  settled(signal: AbortSignal): Promise<void>;
}

/** How long after the start a server that was never listed is waited for, in milliseconds. */
const LATEST_MS = 10_000;

/** `isPending`: a server that was never listed is about to be. */
export function createFirstLists(timers: Timers, isPending: () => boolean): FirstLists {
  const start = timers.now();
  const waiting = new Set<() => void>();
  return {
    changed() {
      if (!isPending()) for (const resolve of [...waiting]) resolve();
    },
    settled: (signal) =>
      new Promise((resolve, reject) => {
        const left = start + LATEST_MS - timers.now();
        if (signal.aborted) return reject(signal.reason);
        if (left <= 0 || !isPending()) return resolve();
        const end = (then: () => void) => (): void => {
          cancel();
          waiting.delete(done);
          signal.removeEventListener('abort', leave);
          then();
        };
        const done = end(resolve);
        const leave = end(() => reject(signal.reason));
        const cancel = timers.after(left, done);
        waiting.add(done);
        signal.addEventListener('abort', leave, { once: true });
      }),
  };
}

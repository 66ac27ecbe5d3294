import type { Timers } from '../process/timers.ts';
import type { ServerLists } from './connection/server-connection.ts';

export type ListName = keyof ServerLists;

/** Waits for servers that have not yet listed what they have: an unknown name may still turn out to be theirs. */
export interface FirstLists {
  /** Something about a server has changed. */
  changed(): void;
  /** Resolves once no server's `list` is still to come, or it has taken too long. Rejects with the signal's reason. */
  settled(list: ListName, signal: AbortSignal): Promise<void>;
}

/** Milliseconds after the start until which a server's first list is waited for. */
const LATEST_MS = 10_000;

/** `isPending`: some server has not given this list in this run, and is about to. */
export function createFirstLists(timers: Timers, isPending: (list: ListName) => boolean): FirstLists {
  const start = timers.now();
  const waiting = new Map<() => void, ListName>();
  return {
    changed() {
      for (const [resolve, list] of [...waiting]) if (!isPending(list)) resolve();
    },
    settled: (list, signal) =>
      new Promise((resolve, reject) => {
        const left = start + LATEST_MS - timers.now();
        if (signal.aborted) return reject(signal.reason);
        if (left <= 0 || !isPending(list)) return resolve();
        const end = (then: () => void) => (): void => {
          cancel();
          waiting.delete(done);
          signal.removeEventListener('abort', leave);
          then();
        };
        const done = end(resolve);
        const leave = end(() => reject(signal.reason));
        const cancel = timers.after(left, done);
        waiting.set(done, list);
        signal.addEventListener('abort', leave, { once: true });
      }),
  };
}

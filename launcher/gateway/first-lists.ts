import type { Timers } from '../platform/timers.ts';
import type { ServerLists } from './upstream/connection/server-connection.ts';

export type ListName = keyof ServerLists;

/** Waits for servers that have not listed anything yet, because an unknown name may turn out to be theirs. */
export type FirstLists = ReturnType<typeof createFirstLists>;

/**
 * Creates the registry. `isPending` returns true while some server has yet to give this list in this run. Lists are
 * waited for until `maxWaitMs` milliseconds after this call.
 */
export function createFirstLists(timers: Timers, isPending: (list: ListName) => boolean, maxWaitMs: number) {
  const start = timers.now();
  const waiting = new Map<() => void, ListName>();
  return {
    /** Call when the state of a server has changed. */
    changed(): void {
      for (const [resolve, list] of [...waiting]) if (!isPending(list)) resolve();
    },
    /** Resolves once no server's `list` is pending any more, or after a max time. Rejects with the signal's reason. */
    settled: (list: ListName, signal: AbortSignal): Promise<void> =>
      new Promise((resolve, reject) => {
        const left = start + maxWaitMs - timers.now();
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

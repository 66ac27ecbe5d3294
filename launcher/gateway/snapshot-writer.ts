import type { Timers } from '../platform/timers.ts';

/** Writes a snapshot some time after a change, once for several changes. */
export interface SnapshotWriter {
  changed(): void;
  /** Resolves once the last change is written. */
  flush(): Promise<void>;
}

const SETTLE_MS = 300;

export function createSnapshotWriter(timers: Timers, write: () => Promise<void>): SnapshotWriter {
  let cancel: (() => void) | undefined;
  let writing = Promise.resolve();
  const flush = (): Promise<void> => {
    if (cancel === undefined) return writing;
    cancel();
    cancel = undefined;
    writing = writing.then(write);
    return writing;
  };
  return {
    changed() {
      cancel ??= timers.after(SETTLE_MS, () => void flush());
    },
    flush,
  };
}

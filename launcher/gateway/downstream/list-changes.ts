import type { Timers } from '../../process/timers.ts';
import type { ListKind } from '../catalog/catalog.ts';

/** Tells the client which lists have changed: many servers that come up at once are one change. */
export interface ListChanges {
  changed(kinds: Iterable<ListKind>): void;
  close(): void;
}

/** Milliseconds without another change until it is told, and at most from the first one on. */
const SETTLE_MS = 100;
const MAX_MS = 500;

export function createListChanges(timers: Timers, notify: (method: string) => void): ListChanges {
  const waiting = new Set<ListKind>();
  let since = 0;
  let cancel = (): void => {};
  const tell = (): void => {
    for (const kind of waiting) notify(`notifications/${kind}/list_changed`);
    waiting.clear();
  };
  return {
    changed(kinds) {
      if (waiting.size === 0) since = timers.now();
      for (const kind of kinds) waiting.add(kind);
      cancel();
      if (waiting.size > 0)
        cancel = timers.after(Math.max(0, Math.min(SETTLE_MS, since + MAX_MS - timers.now())), tell);
    },
    close: () => cancel(),
  };
}

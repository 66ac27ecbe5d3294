import type { Timers } from '../../platform/timers.ts';
import type { ListKind } from '../catalog/known-server.ts';

/** Notifies the client about changed lists. If many servers come up at once, that is one notification. */
export type ListChanges = ReturnType<typeof createListChanges>;

/** Quiet time before the notification, and max delay after the first change, in milliseconds. */
const SETTLE_MS = 100;
const MAX_MS = 500;

export function createListChanges(timers: Timers, notify: (method: string) => void) {
  const waiting = new Set<ListKind>();
  let since = 0;
  let cancel = (): void => {};
  const tell = (): void => {
    for (const kind of waiting) notify(`notifications/${kind}/list_changed`);
    waiting.clear();
  };
  return {
    changed(kinds: Iterable<ListKind>): void {
      if (waiting.size === 0) since = timers.now();
      for (const kind of kinds) waiting.add(kind);
      cancel();
      if (waiting.size > 0)
        cancel = timers.after(Math.max(0, Math.min(SETTLE_MS, since + MAX_MS - timers.now())), tell);
    },
    close: (): void => cancel(),
  };
}

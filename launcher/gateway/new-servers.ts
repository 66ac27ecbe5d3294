import type { Timers } from '../platform/timers.ts';
import type { Catalog } from './catalog/catalog.ts';
import type { KnownServer } from './catalog/known-server.ts';
import { createFirstLists, type ListName } from './first-lists.ts';

/**
 * Servers that were never listed before. Many clients ask for a list once and ignore `list_changed`, so the first list
 * waits for them. In later runs their remembered lists are there at once.
 */
export type NewServers = ReturnType<typeof createNewServers>;

/**
 * Max wait for new servers, in milliseconds from the start. It is short, because our own tools are in the same list.
 */
export const MAX_WAIT_MS = 1500;

export interface NewServersOptions {
  readonly catalog: Pick<Catalog, 'servers' | 'waitedFor'>;
  readonly timers: Timers;
  /** True if the server is connecting or connected, so that its list may still arrive. */
  readonly isComing: (server: string) => boolean;
}

export function createNewServers({ catalog, timers, isComing }: NewServersOptions) {
  const pending = (list: ListName): readonly KnownServer[] =>
    catalog.servers().filter(({ name, isNew, heard }) => isNew && !heard.has(list) && isComing(name));
  const firstLists = createFirstLists(timers, (list) => pending(list).length > 0, MAX_WAIT_MS);
  return {
    /** True if there is such a server. */
    any: (): boolean => catalog.servers().some(({ isNew }) => isNew),
    /** Call when a server has changed its state or given a list. */
    changed: firstLists.changed,
    /** Resolves once no new server's `list` is pending, or after `MAX_WAIT_MS`. Rejects with the signal's reason. */
    async listed(list: ListName, signal: AbortSignal): Promise<void> {
      await firstLists.settled(list, signal);
      // The next run will not wait for a server that hangs.
      for (const { name } of pending(list)) catalog.waitedFor(name);
    },
  };
}

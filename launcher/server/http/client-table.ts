import type { Timers } from '../../platform/timers.ts';

/** Table of the served clients. Each is removed after a long idle time. */
export interface ClientTable<T> {
  get(key: string): T | undefined;
  /** Removes the client that has been idle longest if the table is full. Returns false if it is full and none is idle. */
  makeRoom(): boolean;
  add(key: string, client: T): void;
  /** Keeps a client while it has an open request or stream. The returned function releases it. */
  hold(key: string): () => void;
  /** Removes a client. */
  delete(key: string): T | undefined;
  values(): readonly T[];
}

/** Idle milliseconds after which a client is removed, even if the table has room. */
export const IDLE_MS: number = 30 * 60_000;
/** Max clients. Each may run servers of its own. */
export const MAX_CLIENTS = 64;

interface Entry<T> {
  readonly client: T;
  held: number;
  /** Time when it became idle, by the timers' clock. */
  idleSince: number;
  cancel: () => void;
}

export function createClientTable<T>(timers: Timers, onIdle: (client: T) => void): ClientTable<T> {
  const entries = new Map<string, Entry<T>>();
  const remove = (key: string): T | undefined => {
    const entry = entries.get(key);
    entry?.cancel();
    entries.delete(key);
    return entry?.client;
  };
  const end = (key: string, { client }: Entry<T>): void => {
    remove(key);
    onIdle(client);
  };
  const rest = (key: string, entry: Entry<T>): void => {
    entry.idleSince = timers.now();
    entry.cancel = timers.after(IDLE_MS, () => end(key, entry));
  };
  return {
    get: (key) => entries.get(key)?.client,
    makeRoom() {
      if (entries.size < MAX_CLIENTS) return true;
      const idle = [...entries].filter(([, { held }]) => held === 0);
      const [longest] = idle.sort(([, a], [, b]) => a.idleSince - b.idleSince);
      if (longest !== undefined) end(...longest);
      return longest !== undefined;
    },
    add(key, client) {
      const entry: Entry<T> = { client, held: 0, idleSince: timers.now(), cancel: () => {} };
      entries.set(key, entry);
      rest(key, entry);
    },
    hold(key) {
      const entry = entries.get(key);
      if (entry === undefined) return () => {};
      entry.cancel();
      entry.held += 1;
      return () => {
        entry.held -= 1;
        // It may have been removed in the meantime.
        if (entry.held === 0 && entries.get(key) === entry) rest(key, entry);
      };
    },
    delete: remove,
    values: () => Array.from(entries.values(), ({ client }) => client),
  };
}

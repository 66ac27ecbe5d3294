import type { Timers } from '../../platform/timers.ts';

/** Table of the served clients. Each is removed after a long idle time. */
export interface ClientTable<T> {
  get(key: string): T | undefined;
  /**
   * Removes a client without a pending request if the table is full: first one without a stream, otherwise the one that
   * has been idle longest. Returns false if the table is full and every client has a request. A stream alone does not
   * protect a client from removal, because the client may be frozen.
   */
  makeRoom(): boolean;
  add(key: string, client: T): void;
  /** Keeps a client while it has an open request or stream. The returned function releases it. */
  hold(key: string, what: 'request' | 'stream'): () => void;
  /** Removes a client. */
  delete(key: string): T | undefined;
  values(): readonly T[];
}

/** Idle milliseconds after which a client is removed, even if the table has room. */
export const CLIENT_IDLE_MS: number = 30 * 60_000;
/** Max clients. Each may run servers of its own. */
export const MAX_CLIENTS = 64;

interface Entry<T> {
  readonly client: T;
  readonly held: { request: number; stream: number };
  /** Time when its last request ended, by the timers' clock. */
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
    entry.cancel = timers.after(CLIENT_IDLE_MS, () => end(key, entry));
  };
  const streams = ({ held }: Entry<T>): number => Math.min(held.stream, 1);
  return {
    get: (key) => entries.get(key)?.client,
    makeRoom() {
      if (entries.size < MAX_CLIENTS) return true;
      const idle = [...entries].filter(([, { held }]) => held.request === 0);
      const [longest] = idle.sort(([, a], [, b]) => streams(a) - streams(b) || a.idleSince - b.idleSince);
      if (longest !== undefined) end(...longest);
      return longest !== undefined;
    },
    add(key, client) {
      const entry: Entry<T> = { client, held: { request: 0, stream: 0 }, idleSince: timers.now(), cancel: () => {} };
      entries.set(key, entry);
      rest(key, entry);
    },
    hold(key, what) {
      const entry = entries.get(key);
      if (entry === undefined) return () => {};
      entry.cancel();
      entry.held[what] += 1;
      return () => {
        entry.held[what] -= 1;
        if (what === 'request') entry.idleSince = timers.now();
        const { request, stream } = entry.held;
        // It may have been removed in the meantime.
        if (request + stream === 0 && entries.get(key) === entry) rest(key, entry);
      };
    },
    delete: remove,
    values: () => Array.from(entries.values(), ({ client }) => client),
  };
}

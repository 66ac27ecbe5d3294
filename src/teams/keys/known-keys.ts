import type { KeyRecord } from './directory.ts';

/** Last known state of keys, for when the directory is down. */
export interface KnownKeys {
  /** Stores the directory's answer; undefined forgets the key. */
  remember(id: string, record: KeyRecord | undefined): void;
  recall(id: string): KeyRecord | undefined;
}

/** How long a confirmed key stays accepted. */
const TTL_MS = 600_000;
/** Max keys remembered. */
const MAX = 10_000;

/**
 * Creates a bounded cache of keys. A record holds a hash, never a secret. `now` returns milliseconds since 1970.
 */
export function createKnownKeys(now: () => number): KnownKeys {
  const records = new Map<string, { readonly record: KeyRecord; readonly since: number }>();
  return {
    remember(id, record) {
      records.delete(id);
      if (record === undefined) return;
      records.set(id, { record, since: now() });
      if (records.size > MAX) records.delete(records.keys().next().value as string);
    },
    recall(id) {
      const found = records.get(id);
      if (found === undefined) return undefined;
      // The clock may jump in either direction, so the difference counts without its sign.
      const passed = Math.abs(now() - found.since);
      const { leftMs } = found.record;
      return passed < TTL_MS ? { ...found.record, leftMs: leftMs === null ? null : leftMs - passed } : undefined;
    },
  };
}

import type { KeyRecord } from './directory.ts';

export interface KnownKeysOptions {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** How long a confirmed key stays accepted. Default 10 minutes. */
  readonly ttlMs?: number | undefined;
  /** Max keys remembered. Default 10,000. */
  readonly max?: number | undefined;
}

/** Last known state of keys, for when the directory is down. */
export interface KnownKeys {
  /** Stores the directory's answer; undefined forgets the key. */
  remember(id: string, record: KeyRecord | undefined): void;
  recall(id: string): KeyRecord | undefined;
}

const TTL_MS = 600_000;
const MAX = 10_000;

/** Creates a bounded cache of keys. A record holds a hash, never a secret. */
export function createKnownKeys({ now, ttlMs = TTL_MS, max = MAX }: KnownKeysOptions): KnownKeys {
  const records = new Map<string, { readonly record: KeyRecord; readonly until: number }>();
  return {
    remember(id, record) {
      records.delete(id);
      if (record === undefined) return;
      records.set(id, { record, until: now() + ttlMs });
      if (records.size > max) records.delete(records.keys().next().value as string);
    },
    recall(id) {
      const found = records.get(id);
      return found !== undefined && found.until > now() ? found.record : undefined;
    },
  };
}

import type { KeyRecord } from './directory.ts';

export interface KnownKeysOptions {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** How long a key is vouched for. Default 10 minutes. */
  readonly ttlMs?: number | undefined;
  /** Keys that are remembered at most. Default 10,000. */
  readonly most?: number | undefined;
}

/** What the directory last said about keys, for the time in which it cannot be asked. */
export interface KnownKeys {
  /** Takes what the directory said: nothing about a key forgets it. */
  remember(id: string, record: KeyRecord | undefined): void;
  recall(id: string): KeyRecord | undefined;
}

const TTL_MS = 600_000;
const MOST = 10_000;

/** A bounded memory of keys; a record holds a hash, never a secret. */
export function createKnownKeys({ now, ttlMs = TTL_MS, most = MOST }: KnownKeysOptions): KnownKeys {
  const records = new Map<string, { readonly record: KeyRecord; readonly until: number }>();
  return {
    remember(id, record) {
      records.delete(id);
      if (record === undefined) return;
      records.set(id, { record, until: now() + ttlMs });
      if (records.size > most) records.delete(records.keys().next().value as string);
    },
    recall(id) {
      const found = records.get(id);
      return found !== undefined && found.until > now() ? found.record : undefined;
    },
  };
}

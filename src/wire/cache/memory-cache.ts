import type { AnswerCache } from './answer-cache.ts';

export interface MemoryCacheOptions {
  /** Most entries held. */
  readonly entries: number;
  /** Most UTF-16 units of values held. A larger value is not held at all. */
  readonly chars: number;
  /** Milliseconds that an entry is believed. */
  readonly ttlMs: number;
  /** Milliseconds since any fixed point. */
  readonly now: () => number;
}

/** Holds the entries used last. */
export function createMemoryCache({ entries, chars, ttlMs, now }: MemoryCacheOptions): AnswerCache {
  // A Map goes through its keys in the order they were set: the first is the one not used for longest.
  const held = new Map<string, { readonly value: string; readonly until: number }>();
  let size = 0;

  const drop = (key: string): void => {
    size -= held.get(key)?.value.length ?? 0;
    held.delete(key);
  };

  return {
    async get(key) {
      const found = held.get(key);
      if (found === undefined) return undefined;
      if (now() >= found.until) {
        drop(key);
        return undefined;
      }
      held.delete(key);
      held.set(key, found);
      return found.value;
    },
    put(key, value) {
      drop(key);
      if (value.length > chars) return;
      held.set(key, { value, until: now() + ttlMs });
      size += value.length;
      for (const oldest of held.keys()) {
        if (held.size <= entries && size <= chars) break;
        drop(oldest);
      }
    },
  };
}

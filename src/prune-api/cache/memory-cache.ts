import type { AnswerCache } from './answer-cache.ts';

export interface MemoryCacheOptions {
  /** Max entries. */
  readonly entries: number;
  /** Max UTF-16 units of all values. A larger value is not stored. */
  readonly chars: number;
  /** Milliseconds that an entry is valid. */
  readonly ttlMs: number;
  /** Milliseconds since any fixed point. */
  readonly now: () => number;
}

/** Creates an in-memory LRU cache. */
export function createMemoryCache({ entries, chars, ttlMs, now }: MemoryCacheOptions): AnswerCache {
  // A Map iterates in insertion order: the first key is the least recently used.
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

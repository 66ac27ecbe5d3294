import { detached } from './detached.ts';

/** Max distinct keys. */
const MAX_KEYS = 4096;

/** Counts by key. The oldest key is forgotten first. */
export function createTallies() {
  let counts = new Map<string, number>();
  let isViewed = false;
  return {
    add(key: string): void {
      if (isViewed) counts = new Map(counts);
      isViewed = false;
      const count = counts.get(key);
      counts.set(count === undefined ? detached(key) : key, (count ?? 0) + 1);
      for (const oldest of counts.keys()) {
        if (counts.size <= MAX_KEYS) break;
        counts.delete(oldest);
      }
    },
    /** Takes a snapshot: returns a lookup of counts that later additions do not affect. */
    view(): (key: string) => number {
      const own = counts;
      isViewed = true;
      return (key) => own.get(key) ?? 0;
    },
  };
}

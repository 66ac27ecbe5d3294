import { detached } from './detached.ts';

/** Keys that are told apart. */
const MAX_KEYS = 4096;

/** Counts by key, the oldest forgotten first. */
export interface Tallies {
  add(key: string): void;
  /** Counts as they are now, also when more were added since. */
  view(): (key: string) => number;
}

export function createTallies(): Tallies {
  let counts = new Map<string, number>();
  let isViewed = false;
  return {
    add(key) {
      if (isViewed) counts = new Map(counts);
      isViewed = false;
      const count = counts.get(key);
      counts.set(count === undefined ? detached(key) : key, (count ?? 0) + 1);
      for (const oldest of counts.keys()) {
        if (counts.size <= MAX_KEYS) break;
        counts.delete(oldest);
      }
    },
    view() {
      const own = counts;
      isViewed = true;
      return (key) => own.get(key) ?? 0;
    },
  };
}

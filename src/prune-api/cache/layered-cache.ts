import type { AnswerCache } from './answer-cache.ts';

/** Looks in `near` before `far`, and copies what it finds in `far` to `near`. */
export function createLayeredCache(near: AnswerCache, far: AnswerCache): AnswerCache {
  return {
    async get(key) {
      const known = await near.get(key);
      if (known !== undefined) return known;
      const found = await far.get(key);
      if (found !== undefined) await near.put(key, found);
      return found;
    },
    async put(key, value) {
      await Promise.all([near.put(key, value), far.put(key, value)]);
    },
  };
}

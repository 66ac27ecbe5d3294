import type { AnswerCache } from './answer-cache.ts';

/** `near` before `far`: what only `far` has is put into `near` when found. */
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

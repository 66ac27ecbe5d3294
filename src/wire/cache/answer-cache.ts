/**
 * Remembers answers, as short strings that hold no code: see `cache-entry.ts`. Keys are SHA-256 in hex. Losing entries
 * is allowed at any time, and a `get` that rejects is a miss; `put` is not waited for.
 */
export interface AnswerCache {
  get(key: string): Promise<string | undefined>;
  put(key: string, value: string): void | Promise<void>;
}

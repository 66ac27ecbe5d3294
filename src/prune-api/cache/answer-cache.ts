/**
 * Caches answers as short strings that contain no code; see `cache-entry.ts`. Keys are SHA-256 in hex. Entries may be
 * lost at any time, and a `get` that rejects is a miss. Nobody waits for `put`.
 */
export interface AnswerCache {
  get(key: string): Promise<string | undefined>;
  put(key: string, value: string): void | Promise<void>;
}

import type { PruneRequest } from '../../pruning/pruner.ts';
import { listsLines } from '../lists-lines.ts';
import type { Measured } from '../measured.ts';
import type { PruneDoor } from '../prune-door.ts';
import { fromCacheEntry, toCacheEntry } from './cache-entry.ts';

/** The answer remembered under a key, if it fits. A cache that fails has none. */
export async function recall(key: string, request: PruneRequest, door: PruneDoor): Promise<Measured | undefined> {
  try {
    const value = await door.cache?.get(key);
    return value === undefined ? undefined : fromCacheEntry(value, request);
  } catch {
    return undefined;
  }
}

/** Remembers an answer to a text of so many UTF-16 units, but for one in which an engine stood in for another: that one may be back any moment. */
export function remember(key: string, measured: Measured, textChars: number, door: PruneDoor): void {
  if (door.cache === undefined || measured.fallbackReason !== null || measured.refusal !== null) return;
  // An entry holds no file's name and no command, so it could not name them.
  if (measured.knownLines !== undefined) return;
  // An entry has a score for each line: of such a text it would be larger than the text.
  if (!listsLines(measured, textChars)) return;
  const entry = toCacheEntry(measured);
  // A cache that fails costs the next request some milliseconds, and this one nothing.
  const put = async (): Promise<void> => door.cache?.put(key, entry);
  put().catch(() => {});
}

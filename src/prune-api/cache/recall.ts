import type { PruneRequest } from '../../engine/pruner.ts';
import { listsLines } from '../lists-lines.ts';
import type { Measured } from '../measured.ts';
import type { PruneContext } from '../prune-context.ts';
import { fromCacheEntry, toCacheEntry } from './cache-entry.ts';

/** Returns the cached answer for a key, if it fits the text. A failing cache is a miss. */
export async function recall(
  key: string,
  request: PruneRequest,
  pruneContext: PruneContext,
): Promise<Measured | undefined> {
  try {
    const value = await pruneContext.cache?.get(key);
    return value === undefined ? undefined : fromCacheEntry(value, request);
  } catch {
    return undefined;
  }
}

/**
 * Caches the answer to a text of `textChars` UTF-16 units. Fallback answers are not cached, because the upstream may be
 * back any moment.
 */
export function remember(key: string, measured: Measured, textChars: number, pruneContext: PruneContext): void {
  if (pruneContext.cache === undefined || measured.fallbackReason !== null || measured.refusal !== null) return;
  // Entries contain no file names and no commands, which this answer needs.
  if (measured.knownLines !== undefined) return;
  // Entries have a score per line; for such a text one would be larger than the text.
  if (!listsLines(measured, textChars)) return;
  const entry = toCacheEntry(measured);
  // A failing cache costs the next request some milliseconds, and this one nothing.
  const put = async (): Promise<void> => pruneContext.cache?.put(key, entry);
  put().catch(() => {});
}

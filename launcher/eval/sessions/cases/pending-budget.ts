import type { PendingResult } from './pending-result.ts';

/** UTF-16 units of all results that are watched; beyond, the oldest are settled early. */
const MAX_CHARS = 24_000_000;

/** Returns a test for the oldest results, which go first if all together take too much memory. */
export function isBeyondBudget(pending: readonly PendingResult[]): (one: PendingResult) => boolean {
  let chars = 0;
  let at = pending.length;
  while (at > 0) {
    chars += pending[at - 1]?.of.text.length ?? 0;
    if (chars > MAX_CHARS) break;
    at--;
  }
  const over = new Set(pending.slice(0, at));
  return (one) => over.has(one);
}

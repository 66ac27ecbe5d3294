import { createHash } from 'node:crypto';
import type { CallRecord } from './ledger-record.ts';

/** Max files remembered. The oldest are dropped first. */
const MAX_FILES = 1000;

export interface RepeatedReads {
  /**
   * True if the call reads text again that an earlier result left out: a part of that file, or all of it unchanged.
   * Such a call happens only because of the gaps, so it counts as their cost and saves nothing.
   */
  isRepeated(call: Pick<CallRecord, 'source' | 'raw' | 'shortened'>): boolean;
}

/** Remembers the files of a session in which something was left out. */
export function createRepeatedReads(): RepeatedReads {
  const hashes = new Map<string, string>();
  return {
    isRepeated({ source, raw, shortened }) {
      if (source === undefined) return false;
      const known = hashes.get(source.path);
      if (source.part) return known !== undefined;
      const hash = createHash('sha256').update(raw).digest('base64');
      if (known === hash) return true;
      hashes.delete(source.path);
      if (shortened) hashes.set(source.path, hash);
      if (hashes.size > MAX_FILES) for (const [oldest] of [...hashes.entries()].slice(0, 1)) hashes.delete(oldest);
      return false;
    },
  };
}

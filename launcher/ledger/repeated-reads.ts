import { createHash } from 'node:crypto';
import type { CallRecord } from './ledger-record.ts';

/** Files remembered; the oldest go first. */
const MAX_FILES = 1000;

export interface RepeatedReads {
  /**
   * Whether the call reads again what an earlier one was spared: a part of that file, or all of it unchanged. Without a
   * question's gaps nobody would have; so it is what the gaps cost, and saves nothing itself.
   */
  isRepeated(call: Pick<CallRecord, 'source' | 'raw' | 'shortened'>): boolean;
}

/** Remembers, over a session, of which files something was left out. */
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

import { putNewest } from '../../src/memory/put-newest.ts';
import type { PruneDetails } from '../../src/pruning/pruner.ts';

/** Session: the file that records it, or an object in its place. */
type SessionKey = string | object;

/** Lines that would have been left out, by session. */
export interface LeftOutLines {
  /** `at`: when the text was given. */
  add(session: SessionKey, text: string, pruned: Pick<PruneDetails, 'keptLines' | 'knownLines'>, at: number): void;
  /**
   * Returns when the oldest of those that a later result of the session shows would have been left out; undefined if it
   * shows none. The lines that it shows are forgotten.
   */
  shownAgain(session: SessionKey, text: string): number | undefined;
}

/** Max sessions, and lines of each, that are remembered; the oldest go first. */
const MAX_SESSIONS = 8;
const MAX_LINES = 20_000;
/** Min length of a line that counts. Shorter ones, such as a closing brace, are everywhere. */
const MIN_CHARS = 12;
/** Prefix that `grep -n` and `cat -n` put before a line. */
const NUMBERED = /^\s*(?:[^\s:]+[:-])?\d+[:\t-]/;

export function createLeftOutLines(): LeftOutLines {
  /** Timestamp of each line. */
  const sessions = new Map<SessionKey, Map<number, number>>();

  const linesOf = (session: SessionKey): Map<number, number> => {
    const lines = sessions.get(session) ?? new Map();
    putNewest(sessions, session, lines, MAX_SESSIONS);
    return lines;
  };

  return {
    add(session, text, { keptLines, knownLines = [] }, at) {
      const there = new Set(keptLines);
      for (const { first, last } of knownLines) for (let line = first; line <= last; line++) there.add(line);
      const lines = text.split('\n');
      const kept = new Set(lines.filter((_, index) => there.has(index + 1)).map(toKey));
      const left = linesOf(session);
      lines.forEach((line, index) => {
        const key = toKey(line);
        if (key === undefined || there.has(index + 1) || kept.has(key)) return;
        putNewest(left, key, at, MAX_LINES);
      });
    },
    shownAgain(session, text) {
      const left = sessions.get(session);
      if (left === undefined || left.size === 0) return undefined;
      let oldest: number | undefined;
      for (const line of text.split('\n')) {
        const key = toKey(line);
        const at = key === undefined ? undefined : left.get(key);
        if (key === undefined || at === undefined) continue;
        left.delete(key);
        oldest = Math.min(oldest ?? at, at);
      }
      return oldest;
    },
  };
}

/** A hash of a line (FNV-1a), so that no text is held; undefined for a line that tells nothing. */
function toKey(line: string): number | undefined {
  const text = line.replace(NUMBERED, '').trim();
  if (text.length < MIN_CHARS) return undefined;
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
}
